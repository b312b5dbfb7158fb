/** Scripts that stand for one language, near enough: people filter their feeds by it. Latin letters tell nothing. */
const SCRIPTS: ReadonlyArray<readonly [language: string, letters: RegExp]> = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
]

/** `langs` of a post; none where the letters do not tell. */
export function languagesOf(text: string): string[] {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return SCRIPTS.filter(([, script]) => (text.match(script)?.length ?? 0) * 3 > letters).map(([language]) => language)
}

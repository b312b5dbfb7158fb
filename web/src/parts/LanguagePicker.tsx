import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { icon } from './icons.tsx'
import { keepLanguage, LANGUAGE_NAMES, LANGUAGES, type Language, speak } from './language.ts'
import { tell } from './ui.tsx'

const IconLanguage = icon`M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18`

/** The language of this browser, for pages before sign-in. */
export function LanguagePicker() {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const choose = async (language: Language) => {
    await speak(language)
    keepLanguage(language)
    // Sentences of the server.
    await queries.invalidateQueries()
  }
  return (
    <NativeSelect
      aria-label={t`Language`}
      size="xs"
      variant="unstyled"
      leftSection={<IconLanguage size={16} />}
      data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      value={i18n.locale}
      onChange={({ currentTarget }) => void choose(currentTarget.value as Language).catch(tell.problem)}
    />
  )
}

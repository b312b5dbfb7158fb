// The data of twitter-text, by which the server counts too. The library itself brings polyfills and is left out.
import emoji from 'twemoji-parser/dist/lib/regex.js'
import ccTlds from 'twitter-text/dist/regexp/validCCTLD.js'
import gTlds from 'twitter-text/dist/regexp/validGTLD.js'
import type { Lists } from './counters.ts'

// A bundler may hand out the module of an old package where its default export is meant.
const pattern = (module: RegExp | { default: RegExp }) => (module instanceof RegExp ? module : module.default)

export const LISTS: Lists = {
  tlds: `${pattern(gTlds).source}|${pattern(ccTlds).source}`,
  emoji: pattern(emoji),
}

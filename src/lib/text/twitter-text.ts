import { createRequire } from 'node:module'

type TwitterText = Pick<typeof import('twitter-text'), 'parseTweet' | 'extractUrlsWithIndices' | 'extractCashtags'>
let twitterText: TwitterText | undefined

/**
 * CommonJS, and it brings core-js 2: about 55 ms and 6 MB for these three files, 100 ms and 20 MB for the whole
 * package. So only these are loaded, at the first post that needs them.
 */
export function loadTwitterText(): TwitterText {
  if (!twitterText) {
    const require = createRequire(import.meta.url)
    twitterText = {
      parseTweet: require('twitter-text/dist/parseTweet.js'),
      extractUrlsWithIndices: require('twitter-text/dist/extractUrlsWithIndices.js'),
      extractCashtags: require('twitter-text/dist/extractCashtags.js'),
    }
  }
  return twitterText
}

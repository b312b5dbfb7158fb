import cashtags from 'twitter-text/dist/extractCashtags.js'
import urls from 'twitter-text/dist/extractUrlsWithIndices.js'
import parse from 'twitter-text/dist/parseTweet.js'
import type { TwitterText } from '../../../../src/platforms/shared/text.ts'

const library: TwitterText = { parseTweet: parse, extractUrlsWithIndices: urls, extractCashtags: cashtags }

/** X's own library, as on the server. */
export const loadTwitterText = () => library

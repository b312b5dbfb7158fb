declare module 'twitter-text/dist/parseTweet.js' {
  export { parseTweet as default } from 'twitter-text'
}

declare module 'twitter-text/dist/extractUrlsWithIndices.js' {
  export { extractUrlsWithIndices as default } from 'twitter-text'
}

declare module 'twitter-text/dist/extractCashtags.js' {
  export { extractCashtags as default } from 'twitter-text'
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directionOf, findLanguage, negotiate } from '../../../src/messages/languages.ts'

test('the most wanted language that there is wins; regions find their language; * and the unknown are English', () => {
  const wanted: Array<[header: string, language: string]> = [
    ['de', 'de'],
    ['DE-at', 'de'],
    ['de-Latn-CH-1996', 'de'],
    ['nl, de;q=0.8, en;q=0.7', 'de'],
    ['en;q=0.5, de;q=0.9', 'de'],
    ['en, de', 'en'],
    ['de;q=0.4, en;q=0.400', 'de'],
    ['de;q=0', 'en'],
    ['de;q=0, *', 'en'],
    ['*', 'en'],
    ['*, de;q=0.9', 'en'],
    ['de ; q=1', 'de'],
    ['nl', 'en'],
    ['pt-BR', 'pt'],
    ['fr-CA, en;q=0.5', 'fr'],
    ['es-419', 'es'],
    ['ja-JP', 'ja'],
    ['dex', 'en'],
    ['', 'en'],
    [',,;q=,de;q=banana', 'en'],
    [`${'x,'.repeat(5000)}de`, 'en'],
  ]
  for (const [header, language] of wanted) assert.equal(negotiate(header), language, header.slice(0, 60))
  assert.equal(findLanguage('de-CH'), 'de')
  assert.equal(findLanguage('toString'), null)
})

test('the direction of a language follows its script', () => {
  assert.deepEqual(['ar', 'he-IL', 'fa', 'az-Arab', 'ku-Latn', 'de', 'ja', 'en-IL'].map(directionOf), [
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
    'ltr',
    'ltr',
  ])
})

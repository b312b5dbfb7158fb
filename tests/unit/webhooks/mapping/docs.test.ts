import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createIssues } from '../../../../src/lib/issues.ts'
import { mapping as mappingField } from '../../../../src/webhooks/mapping/mapping.ts'
import { parseDelivery } from '../../../../src/webhooks/mapping/parse-delivery.ts'
import { PRESETS } from '../../../../src/webhooks/senders/registry.ts'
import { readSignatureRule } from '../../../../src/webhooks/verify/signature-rule.ts'
import { applyMapping } from '../../../helpers/mapping.ts'

const text = readFileSync(new URL('../../../../docs/how-to/mapping.md', import.meta.url), 'utf8')

/** Pairs of a delivery and its result. */
const samples = [...text.matchAll(/```(json)?\n([^`]+)```\n\nbecomes[^\n]*\n\n```json\n([^`]+)```/g)]

describe('docs/how-to/mapping.md', () => {
  test('has a sample of each kind', () => assert.equal(samples.length, 4))

  for (const [, isJson, sent, becomes] of samples) {
    const preset = !isJson
      ? 'generic_form'
      : sent!.includes('event_type')
        ? 'typeform'
        : sent!.includes('eventType')
          ? 'tally'
          : 'meta_lead_ads'
    test(`shows the real result of its sample: ${preset}`, () => {
      const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
      const parsed = parseDelivery(type, Buffer.from(sent!.trim()))
      assert.ok('value' in parsed)
      const result = applyMapping(PRESETS[preset]!.mapping, parsed.value)
      assert.ok('items' in result && 'record' in result.items[0]!, JSON.stringify(result))
      assert.deepEqual(result.items[0].record, JSON.parse(becomes!))
    })
  }

  test('has valid signature rules', () => {
    const blocks = [...text.matchAll(/```json\n([^`]+)```/g)].map(([, json]) => JSON.parse(json!))
    const rules = blocks.filter((block) => block.header)
    assert.equal(rules.length, 3)
    for (const rule of rules) {
      const issues = createIssues()
      readSignatureRule(issues, 'signature', rule)
      assert.deepEqual(issues.details, {})
    }
  })

  test('has valid mappings', () => {
    const blocks = [...text.matchAll(/```json\n([^`]+)```/g)].map(([, json]) => JSON.parse(json!))
    const mappings = blocks.map((block) => block.mapping ?? block).filter((block) => block.preset || block.fields)
    assert.equal(mappings.length, 4)
    for (const mapping of mappings) {
      const issues = createIssues()
      mappingField.read(issues, 'mapping', mapping)
      assert.deepEqual(issues.details, {})
    }
  })
})

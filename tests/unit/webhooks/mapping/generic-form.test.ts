import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseDelivery } from '../../../../src/webhooks/mapping/parse-delivery.ts'
import { PRESETS } from '../../../../src/webhooks/senders/registry.ts'
import { applyMapping } from '../../../helpers/mapping.ts'

function mapped(value: unknown): Record<string, unknown> {
  const result = applyMapping(PRESETS.generic_form!.mapping, value)
  const [item] = 'items' in result ? result.items : []
  assert.ok(item && 'record' in item, JSON.stringify(result))
  return item.record
}

function form(text: string): unknown {
  const parsed = parseDelivery('application/x-www-form-urlencoded', Buffer.from(text))
  assert.ok('value' in parsed)
  return parsed.value
}

const ANA = { first_name: 'Ana', last_name: 'Silva', email: 'ana@example.com', company: 'Example' }

describe('generic_form reads the names of six languages', () => {
  const forms: Record<string, Record<string, string>> = {
    English: { 'First name': 'Ana', Surname: 'Silva', 'E-mail address *': 'ana@example.com', Organisation: 'Example' },
    German: { Vorname: 'Ana', Name: 'Silva', 'Ihre E-Mail-Adresse (Pflichtfeld)': 'ana@example.com', Firma: 'Example' },
    French: { Prénom: 'Ana', Nom: 'Silva', 'Votre adresse e-mail': 'ana@example.com', Société: 'Example' },
    Spanish: { Nombre: 'Ana', Apellidos: 'Silva', 'Correo electrónico': 'ana@example.com', Empresa: 'Example' },
    Portuguese: { Nome: 'Ana', Sobrenome: 'Silva', 'Qual é o seu e-mail?': 'ana@example.com', Empresa: 'Example' },
    Japanese: { 名: 'Ana', 姓: 'Silva', メールアドレスをご入力ください: 'ana@example.com', '会社名(必須)': 'Example' },
  }
  for (const [language, sent] of Object.entries(forms)) {
    test(language, () => assert.deepEqual(mapped(sent), ANA))
  }

  test('a full name', () => {
    const { company: _, ...ana } = ANA
    for (const name of [
      'Nom et prénom',
      'Nombre completo',
      'Nome',
      'Vor- und Nachname',
      'お名前',
      'What is your name?',
    ]) {
      assert.deepEqual(mapped({ [name]: 'Ana Silva', mail: 'ana@example.com' }), ana, name)
    }
    const hanako = { first_name: '花子', last_name: '山田', email: 'ana@example.com' }
    assert.deepEqual(mapped({ 氏名: '山田 花子', メール: 'ana@example.com' }), hanako)
  })

  test('the phone, as an additional field', () => {
    for (const name of ['Telefonnummer', 'Téléphone', 'Teléfono móvil', 'Telemóvel', '電話番号', 'Mobile number']) {
      assert.deepEqual(
        mapped({ name: 'Ana', email: 'ana@example.com', [name]: '+1 555' }).extra,
        { phone: '+1 555' },
        name,
      )
    }
  })

  test('a name that repeats the first name is not the family name', () => {
    const sent = { first_name: 'Ana', name: 'Ana Silva', email: 'ana@example.com' }
    assert.deepEqual(mapped(sent), { first_name: 'Ana', email: 'ana@example.com', extra: { name: 'Ana Silva' } })
    const titled = { first_name: 'Ana', email: 'ana@example.com', form: { name: 'Contact us' } }
    assert.deepEqual(mapped(titled), { first_name: 'Ana', email: 'ana@example.com', extra: { name: 'Contact us' } })
  })
})

describe('generic_form reads lists of questions and answers', () => {
  for (const [label, value] of [
    ['name', 'value'],
    ['label', 'value'],
    ['question', 'answer'],
    ['title', 'values'],
    ['field_name', 'field_value'],
  ] as const) {
    test(`{${label}, ${value}}`, () => {
      const item = (name: string, text: string) => ({ [label]: name, type: 'text', [value]: text })
      const fields = [item('Your name', 'Ana Silva'), item('Email', 'ana@example.com'), item('Budget', '10,000')]
      assert.deepEqual(mapped({ form: 'Contact', data: { fields } }), {
        first_name: 'Ana',
        last_name: 'Silva',
        email: 'ana@example.com',
        extra: { form: 'Contact', Budget: '10,000' },
      })
    })
  }

  test('the parts of a name, and an object of questions', () => {
    const responses = {
      who: { label: 'Name', value: { first: 'Ana', last: 'Silva' } },
      mail: { label: 'Work email', value: 'ana@example.com' },
    }
    assert.deepEqual(mapped({ responses }), { first_name: 'Ana', last_name: 'Silva', email: 'ana@example.com' })
  })

  test('names in brackets', () => {
    const sent = form(
      'lead[first_name]=Ana&lead[email]=ana%40example.com&lead[interests][]=Design&lead[interests][]=Web',
    )
    const extra = { interests: 'Design, Web' }
    assert.deepEqual(mapped(sent), { first_name: 'Ana', email: 'ana@example.com', extra })
  })

  test('mappings of 0.2 that name a field in brackets still find it', () => {
    const value = form('lead[who]=Ana&lead[mail]=ana%40example.com')
    for (const rule of [{ pointer: '/lead[who]' }, { answer: 'lead[who]' }]) {
      const mapping = { ...PRESETS.generic_form!.mapping, fields: { first_name: [rule] } }
      const result = applyMapping(mapping, value)
      assert.ok('items' in result && 'record' in result.items[0]!)
      assert.equal(result.items[0].record.first_name, 'Ana')
    }
  })
})

describe('generic_form refuses to guess', () => {
  const rivals: Record<string, unknown> = {
    'organiser and attendee': {
      organizer: { name: 'Bo Berg', email: 'bo@example.com' },
      attendees: [{ name: 'Ana Silva', email: 'ana@example.com' }],
    },
    'two people of a list': [
      { name: 'Bo', email: 'bo@example.com' },
      { name: 'Ana', email: 'ana@example.com' },
    ],
    'shop and customer': { email: 'shop@example.com', customer: { first_name: 'Ana', email: 'ana@example.com' } },
  }
  for (const [what, value] of Object.entries(rivals)) {
    test(`between two different addresses: ${what}`, () => {
      const result = applyMapping(PRESETS.generic_form!.mapping, value)
      assert.ok('items' in result && 'problems' in result.items[0]!, JSON.stringify(result))
      const [said = ''] = result.items[0].problems.email ?? []
      assert.match(said, /^There are two different e-mail addresses, \/.+ and \/.+fields\.email/)
      assert.doesNotMatch(said, /example\.com/)
    })
  }

  test('but takes one that occurs twice, one that a rule names, and the first of one form', () => {
    const twice = { email: 'Ana@example.com', customer: { first_name: 'Ana', email: 'ana@example.com ' } }
    assert.equal(mapped(twice).email, 'Ana@example.com')
    const both = { name: 'Ana', email: 'ana@example.com', work_email: 'ana@work.example' }
    assert.equal(mapped(both).email, 'ana@example.com')
    const { mapping } = PRESETS.generic_form!
    const told = { ...mapping, fields: { ...mapping.fields, email: [{ pointer: '/attendees/0/email' }] } }
    const result = applyMapping(told, rivals['organiser and attendee'])
    assert.ok('items' in result && 'record' in result.items[0]!, JSON.stringify(result))
    assert.equal(result.items[0].record.email, 'ana@example.com')
    assert.equal(result.items[0].record.first_name, 'Ana', 'the name beside that address')
  })
})

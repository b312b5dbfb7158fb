// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { open, type Stage, shows, startStage } from './helper.ts'

// What has not left Doorpost is deleted without a question, and comes back with Undo.

describe('undo', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()

  test('a deleted note comes back by keyboard, and is gone when the time is over', async () => {
    const contact = await stage.call('POST', '/v1/contacts', { first_name: 'Ana', email: 'ana@example.org' })
    const path = `/v1/contacts/${contact.id}/notes`
    await stage.call('POST', path, { text: 'Called back' })
    const { page, complaints, context } = await stage.owner()
    await open(page, `${stage.url}/contacts/${contact.id}`)
    const notes = page.getByRole('list', { name: 'Notes' })
    const remove = () => notes.getByRole('button', { name: 'Delete' }).press('Enter')
    const isGone = () => page.getByText('Called back').waitFor({ state: 'detached' })
    const isBack = () => notes.getByText('Called back').waitFor()
    await isBack()

    await remove()
    await isGone()
    // Screen readers announce it.
    const notice = page.getByRole('alert').filter({ hasText: 'The note is deleted.' })
    await notice.waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await page.keyboard.press('Control+z')
    await isBack()
    await notice.waitFor({ state: 'detached' })

    await remove()
    await isGone()
    await notice.getByRole('button', { name: 'Undo' }).press('Enter')
    await isBack()
    await notice.waitFor({ state: 'detached' })
    assert.equal((await stage.call('GET', '/v1/removals')).length, 0)
    assert.equal((await stage.call('GET', path)).length, 1)

    // In a field, Ctrl+Z is that of the field. Closing the message changes nothing.
    await remove()
    await isGone()
    await notice.waitFor()
    await page.getByRole('textbox', { name: 'Note' }).press('Control+z')
    await notice.getByRole('button', { name: 'Close this message' }).click()
    assert.equal((await stage.call('GET', path)).length, 1)
    await until(async () => (await stage.call('GET', path)).length === 0)
    await shows(() => page.getByText('Called back').count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the server waits for as long as the pointer is on the message', async () => {
    const view = await stage.call('POST', '/v1/views', { name: 'Mine', filter: { status: 'won' } })
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/contacts`)
    await page.getByRole('button', { name: 'Mine' }).click()
    await page.getByRole('button', { name: 'Delete this view' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'The view “Mine” is deleted' })
    const waiting = async () => (await stage.call('GET', '/v1/removals'))[0]
    await until(async () => (await waiting()) !== undefined)
    const { due_at, record_ids } = await waiting()
    assert.deepEqual(record_ids, [view.id])
    await notice.hover()
    await until(async () => Date.parse((await waiting()).due_at) > Date.parse(due_at) + 5_000)
    await notice.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Mine' }).waitFor()
    await context.close()
  })

  test('a form that nobody has opened is deleted without a question when its time is over; an opened one asks', async () => {
    const [unseen, seen] = [
      await stage.call('POST', '/v1/forms', { name: 'Nobody saw it' }),
      await stage.call('POST', '/v1/forms', { name: 'Somebody saw it' }),
    ]
    await fetch(seen.submit_url, { method: 'POST', body: new URLSearchParams({ first_name: 'Ana', email: 'a@b.org' }) })
    const { page, context } = await stage.owner()
    const remove = async (id: string) => {
      await open(page, `${stage.url}/forms/${id}`)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete the form' }).click()
    }
    await remove(seen.id)
    const question = page.getByRole('dialog', { name: 'Delete “Somebody saw it”?' })
    await question.getByRole('button', { name: 'Go back' }).click()
    await question.waitFor({ state: 'detached' })

    await remove(unseen.id)
    await page.getByText('“Nobody saw it” is deleted.').waitFor()
    await page.getByRole('row', { name: /Somebody saw it/ }).waitFor()
    await shows(() => page.getByRole('row', { name: /Nobody saw it/ }).count(), 0)
    assert.equal((await stage.call('GET', '/v1/forms')).length, 2)
    await until(async () => (await stage.call('GET', '/v1/forms')).length === 1)
    const left = await stage.call('GET', '/v1/forms')
    assert.deepEqual(
      left.map(({ name }: { name: string }) => name),
      ['Somebody saw it'],
    )
    await context.close()
  })

  test('a reload and other tabs hide what waits, and offer Undo to the person who deleted it', async () => {
    const draft = await stage.call('POST', '/v1/posts/professional', { content: 'Never mind' })
    const { page, context } = await stage.owner()
    const other = await context.newPage()
    const list = `${stage.url}/posts?view=list`
    await open(other, list)
    await other.getByText('Never mind').waitFor()
    const remove = async () => {
      await open(page, `${stage.url}/posts/${draft.id}`)
      await page.getByRole('button', { name: 'More to do with this post' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText('The post is deleted.').waitFor()
    }
    await remove()
    await other.getByText('Never mind').waitFor({ state: 'detached' })
    await page.close({ runBeforeUnload: true })
    await open(other, list)
    const notice = other.getByRole('alert').filter({ hasText: '1 record is deleted.' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await other.getByText('Never mind').waitFor()
    assert.equal((await stage.call('GET', '/v1/posts')).length, 1)
    await context.close()
  })

  test('a scheduled post is deleted without a question, leaves the calendar with its count, and comes back', async () => {
    const scheduled_date = new Date(Date.now() + 24 * 3_600_000).toISOString()
    const add = (content: string) =>
      stage.call('POST', '/v1/posts/professional', { content, status: 'scheduled', scheduled_date })
    await add('Stays in the calendar')
    const post = await add('Leaves the calendar')
    const { page, complaints, context } = await stage.owner()
    const other = await context.newPage()
    await open(other, stage.url)
    const inSevenDays = (count: number) => other.getByText(`${count} in seven days`).waitFor()
    await inSevenDays(2)
    await open(page, `${stage.url}/posts/${post.id}`)
    await page.getByRole('button', { name: 'More to do with this post' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'The post is deleted.' })
    await notice.hover()
    await inSevenDays(1)
    await open(other, `${stage.url}/posts?view=calendar`)
    await other.getByText('Stays in the calendar').waitFor()
    await shows(() => other.getByText('Leaves the calendar').count(), 0)
    await notice.getByRole('button', { name: 'Undo' }).click()
    await other.getByText('Leaves the calendar').waitFor()
    assert.equal((await stage.call('GET', `/v1/posts/${post.id}`)).status, 'scheduled')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('contacts are deleted together without a question; what a bulk change replaced comes back', async () => {
    const add = (first_name: string, status: string) =>
      stage.call('POST', '/v1/contacts', { first_name, email: `${first_name}@example.org`, status, tags: [status] })
    await Promise.all([add('Bea', 'won'), add('Cleo', 'lost')])
    const statuses = async () => {
      const contacts: Array<{ first_name: string; status: string }> = await stage.call('GET', '/v1/contacts')
      const ours = contacts.filter(({ first_name }) => ['Bea', 'Cleo'].includes(first_name))
      return ours.map(({ first_name, status }) => `${first_name} ${status}`).sort()
    }
    const { page, complaints, context } = await stage.owner()
    await open(page, `${stage.url}/contacts`)
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
    const bar = page.getByRole('toolbar', { name: 'Selected contacts' })
    const choose = async () => {
      for (const name of ['Bea', 'Cleo']) await row(name).getByRole('checkbox').click()
      await bar.getByText('2 selected').waitFor()
    }
    const undo = (text: string) =>
      page.getByRole('alert').filter({ hasText: text }).getByRole('button', { name: 'Undo' }).click()

    await choose()
    await bar.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'Contacted' }).click()
    await shows(statuses, ['Bea contacted', 'Cleo contacted'])
    await undo('2 contacts changed')
    await shows(statuses, ['Bea won', 'Cleo lost'])
    await row('Bea').getByText('Won').waitFor()

    await choose()
    await bar.getByRole('button', { name: 'Delete' }).click()
    for (const name of ['Bea', 'Cleo']) await row(name).waitFor({ state: 'detached' })
    await row('Ana').waitFor()
    assert.equal((await statuses()).length, 2)
    await undo('2 contacts are deleted.')
    await row('Bea').waitFor()

    await row('Bea').getByRole('link').first().click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Bea is deleted.').waitFor()
    await row('Cleo').waitFor()
    await shows(() => row('Bea').count(), 0)
    await until(async () => (await statuses()).length === 1)
    await shows(() => row('Bea').count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a draft that somebody changes meanwhile is not deleted, and the page says why', async () => {
    const draft = await stage.call('POST', '/v1/posts/professional', { content: 'First words' })
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/posts/${draft.id}`)
    await page.getByRole('button', { name: 'More to do with this post' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('The post is deleted.').waitFor()
    await page.getByText('First words').waitFor({ state: 'detached' })
    await stage.call('PATCH', `/v1/posts/${draft.id}`, { content: 'Better words' })
    const refusal = page.getByRole('alert').filter({ hasText: '1 record was not deleted. It was changed' })
    await refusal.waitFor()
    await page.getByText('Better words').waitFor()
    await refusal.getByRole('button', { name: 'Close this message' }).click()
    await until(async () => (await stage.call('GET', '/v1/removals')).length === 0)
    await context.close()
  })
})

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

  test('a deleted note comes back by keyboard, and is gone once the message closes', async () => {
    const contact = await stage.call('POST', '/v1/contacts', { first_name: 'Ana', email: 'ana@example.org' })
    const path = `/v1/contacts/${contact.id}/notes`
    await stage.call('POST', path, { text: 'Called back' })
    const { page, complaints, context } = await stage.owner()
    const deletions: string[] = []
    page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()))
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
    assert.deepEqual(deletions, [])

    // In a field, Ctrl+Z is that of the field.
    await remove()
    await isGone()
    await page.getByRole('textbox', { name: 'Note' }).press('Control+z')
    await notice.getByRole('button', { name: 'Close this message' }).click()
    await until(async () => (await stage.call('GET', path)).length === 0)
    assert.equal(deletions.length, 1)
    await shows(() => page.getByText('Called back').count(), 0)
    assert.deepEqual(complaints, [])
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
    await page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
    const left = await stage.call('GET', '/v1/forms')
    assert.deepEqual(
      left.map(({ name }: { name: string }) => name),
      ['Somebody saw it'],
    )
    await context.close()
  })

  test('closing the tab deletes at once what waits', async () => {
    const draft = await stage.call('POST', '/v1/posts/professional', { content: 'Never mind' })
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/posts/${draft.id}`)
    await page.getByRole('button', { name: 'More to do with this post' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('The post is deleted.').waitFor()
    assert.equal((await stage.call('GET', '/v1/posts')).length, 1)
    await page.close({ runBeforeUnload: true })
    await until(async () => (await stage.call('GET', '/v1/posts')).length === 0)
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
    await page.getByRole('button', { name: 'Close this message' }).click()
    await page.getByRole('alert').filter({ hasText: 'changed' }).waitFor()
    await page.getByText('Better words').waitFor()
    await context.close()
  })
})

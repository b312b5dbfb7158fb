import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { open, shows, startStage } from './helper.ts'
import { findTechnical } from './technical.ts'

// The overview's list of what needs attention, and where its lines lead.

const shots = process.env.SHOTS

describe('what needs attention', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage = await startStage()

  test('posts that wait for their account, and a disk that accepts no files, link to where this is fixed', async () => {
    const uploads = join(stage.place.dataDir, 'sandbox', 'media', 'uploads')
    fs.rmSync(uploads, { recursive: true, force: true })
    fs.mkdirSync(join(uploads, '..'), { recursive: true })
    fs.writeFileSync(uploads, 'a file in the place of the folder')
    const sendUnanswered = async (content: string) => {
      const { id } = await stage.call('POST', '/v1/posts/short', { content })
      const reason = 'It was sent, but it is not known whether it is out. The account was disconnected.'
      await stage.place.sql(
        "update posts set publication_state = 'confirming', status = 'scheduled', scheduled_date = now(), reason = $2 where id = $1",
        [id, reason],
      )
      return id
    }
    const id = await sendUnanswered('Doors open at nine')
    const { page, context, complaints } = await stage.owner()
    await open(page, stage.url)
    const disk = page.getByRole('link', { name: /^Files cannot be stored/ })
    assert.match((await disk.textContent())!, /The storage for files does not work/)
    await shows(() => disk.getAttribute('href'), '/media')
    const post = page.getByRole('link', { name: /^A post may be out and waits for its account on X/ })
    assert.match((await post.textContent())!, /Doors open at nine.*The account was disconnected/)
    assert.deepEqual(await findBarriers(page), [])
    if (shots) await page.screenshot({ path: `${shots}/attention.png` })
    await post.click()
    await page.waitForURL(`**/posts/${id}`)
    await page.getByText('Sent, but the account cannot be read').first().waitFor()

    await sendUnanswered('And close at five')
    await open(page, stage.url)
    await page.getByRole('link', { name: /^2 posts may be out and wait for their account/ }).click()
    await page.waitForURL('**/settings/connections')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('problems of the installation are said in words for people; owners can unfold what the server says', async () => {
    const { sql } = stage.place
    const { id: lostId } = await stage.call('POST', '/v1/posts/short', { content: 'Closed on Monday' })
    await sql(
      `update posts set publication_state = 'failed', status = 'scheduled', scheduled_date = now(), failure = '{}',
              reason = 'x', reason_code = 'file.lost' where id = $1`,
      [lostId],
    )
    const account = await sql(
      `update connections set status = 'needs_reconnect', status_reason = 'x', reason_code = 'account.unreadable'
        where id = (select min(id::text)::uuid from connections) returning name`,
    )
    const contact = await stage.call('POST', '/v1/contacts', { first_name: 'Ana', email: 'ana@example.org' })
    await sql(
      `insert into mails (id, workspace_id, kind, contact_id, to_address, to_key, state, created_at, due_at, done_at, reason, reason_code)
       select gen_random_uuid(), id, 'auto_reply', $1, 'ana@example.org', 'ana@example.org', 'failed', now(), now(), now(), 'x', 'mail.unreachable'
         from workspaces`,
      [contact.id],
    )
    await sql(
      `update installation set paused_at = now(), pause_code = 'unknown_data_folder', pause_reason = 'x',
              reason_code = 'installation.unknown_data_folder'`,
    )
    const { page, context, complaints } = await stage.owner()
    const problems = async (path: string) => {
      await open(page, stage.url + path)
      return (await findTechnical(page)).map((problem) => `${path}: ${problem}`)
    }
    const found = await problems('/')
    await page.getByText('The files of Doorpost do not belong to this database').waitFor()
    await page.getByText('The file is no longer stored.').waitFor()
    await page.getByText('The mail server did not take it. Ask the operator').waitFor()
    const told = page.locator('#attention details', { hasText: 'Check its host and port.' })
    assert.equal(await told.getByText('Check its host and port.').isVisible(), false)
    await told.getByText('Technical details').click()
    await told.getByText('Check its host and port.').waitFor()
    assert.deepEqual(await findBarriers(page), [])
    for (const path of [
      '/posts',
      '/posts?view=list',
      `/posts/${lostId}`,
      '/settings/connections',
      '/media',
      `/contacts/${contact.id}`,
      '/contacts/people/ana@example.org',
    ])
      found.push(...(await problems(path)))
    assert.deepEqual([...found, ...complaints], [])
    assert.equal(account.length, 1)
    await context.close()

    // A viewer cannot change any of that, and gets no more than the sentence.
    await sql("update members set role = 'editor'")
    const editor = await stage.owner()
    await open(editor.page, stage.url)
    await editor.page.getByText('The mail server did not take it. Ask the operator').waitFor()
    assert.equal(await editor.page.locator('#attention details').count(), 0)
    await editor.context.close()
  })
})

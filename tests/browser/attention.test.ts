import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { open, shows, startStage } from './helper.ts'

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
    assert.match((await disk.textContent())!, /The disk for files .* are refused\. Check DATA_DIR/)
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
})

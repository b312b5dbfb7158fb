import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { NetworkApp } from '../api/schema.ts'

/** The steps on each network's developer site, from its documentation of 2026. */
export const STEPS: Record<NetworkApp['app'], ReactNode[]> = {
  threads: [
    <Trans key="1">
      Open <Site href="https://developers.facebook.com/apps" />, choose “Create app” and the use case “Access the
      Threads API”.
    </Trans>,
    <Trans key="2">
      Open the use case, then “Settings”. Paste the redirect address into “Redirect Callback URLs”. The uninstall and
      delete addresses may be any https address of yours.
    </Trans>,
    <Trans key="3">Under “Permissions”, add the permissions below.</Trans>,
    <Trans key="4">
      Under “App roles”, add your Threads account as a “Threads Tester”, and accept the invitation in the settings of
      Threads (“Website permissions”). This is needed until Meta has reviewed the app.
    </Trans>,
    <Trans key="5">
      Under “App settings”, “Basic”, copy the “Threads app ID” and the “Threads app secret”. They differ from the app ID
      at the top of the page.
    </Trans>,
  ],
  instagram: [
    <Trans key="1">
      Open <Site href="https://developers.facebook.com/apps" />, choose “Create app” and the use case “Manage messaging
      and content on Instagram”.
    </Trans>,
    <Trans key="2">
      Open “API setup with Instagram login”. Under “Set up Instagram business login”, paste the redirect address.
    </Trans>,
    <Trans key="3">Add the permissions below.</Trans>,
    <Trans key="4">
      Under “App roles”, add your account as an “Instagram Tester”, and accept the invitation on Instagram (“Apps and
      websites”). The account must be a business or creator account.
    </Trans>,
    <Trans key="5">
      On “API setup with Instagram login”, copy the “Instagram app ID” and the “Instagram app secret”. They differ from
      the app ID at the top of the page.
    </Trans>,
  ],
  linkedin: [
    <Trans key="1">
      Open <Site href="https://www.linkedin.com/developers/apps" /> and choose “Create app”. It belongs to a company
      page, whose administrator confirms it.
    </Trans>,
    <Trans key="2">
      Under “Products”, request “Sign In with LinkedIn using OpenID Connect” and “Share on LinkedIn”. Both are granted
      at once.
    </Trans>,
    <Trans key="3">Under “Auth”, paste the redirect address into “Authorized redirect URLs”.</Trans>,
    <Trans key="4">On the same page, copy the “Client ID” and the “Primary Client Secret”.</Trans>,
  ],
  linkedin_pages: [
    <Trans key="1">
      Open <Site href="https://www.linkedin.com/developers/apps" /> and create a second app for the company page,
      without any product.
    </Trans>,
    <Trans key="2">
      Under “Products”, request only “Community Management API”. LinkedIn asks about your business and reviews the
      request, which takes days.
    </Trans>,
    <Trans key="3">Under “Auth”, paste the redirect address into “Authorized redirect URLs”.</Trans>,
    <Trans key="4">On the same page, copy the “Client ID” and the “Primary Client Secret”.</Trans>,
  ],
  x: [
    <Trans key="1">
      Open <Site href="https://console.x.com" /> and choose “Create App”. X charges for each post, from credit that you
      buy there.
    </Trans>,
    <Trans key="2">
      Under “User authentication settings”, choose “Set up”: permissions “Read and write”, type “Web App, Automated App
      or Bot”.
    </Trans>,
    <Trans key="3">
      Paste the redirect address into “Callback URI / Redirect URL”. Any address of yours is the website.
    </Trans>,
    <Trans key="4">
      Save, and copy the “Client ID” and the “Client Secret” of OAuth 2.0. The API key and its secret are something
      else.
    </Trans>,
  ],
}

function Site({ href }: { href: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" inherit underline="always">
      {new URL(href).host.replace(/^www\./, '')}
    </Anchor>
  )
}

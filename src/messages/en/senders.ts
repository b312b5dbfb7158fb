/** What people read about each sender of webhooks. `secret` completes "The secret of this webhook is …". */
export const senders = {
  'sender.typeform.enter_at':
    'In Typeform, open the form, then Connect, Webhooks, Add a webhook. Enter the URL and the secret there.',
  'sender.typeform.secret': 'the secret that you enter at the webhook in Typeform',
  'sender.typeform.description': 'Answers of a Typeform, by the titles of their questions, with its hidden fields.',
  'sender.tally.enter_at':
    'In Tally, open the form, then Integrations, Webhooks. Enter the URL and the signing secret there.',
  'sender.tally.secret': 'the signing secret that you enter at the webhook in Tally',
  'sender.tally.description': 'Answers of a Tally form, by the labels of their questions, with its hidden fields.',
  'sender.calendly.enter_at':
    'Calendly takes webhooks through its API: create a webhook subscription with this URL and a signing key.',
  'sender.calendly.secret': 'the signing key of the webhook subscription at Calendly',
  'sender.calendly.description':
    'People who book a meeting, with their answers and where they came from. Cancellations are skipped.',
  'sender.calcom.enter_at':
    'In Cal.com, open Settings, Developer, Webhooks, New. Enter the URL, and a secret of your choice.',
  'sender.calcom.secret': 'the secret that you enter at the webhook in Cal.com',
  'sender.calcom.description':
    'People who book a meeting, with their answers, never the organiser. Other events are skipped.',
  'sender.jotform.enter_at':
    'In Jotform, open the form, then Settings, Integrations, Webhooks, and enter the URL. Jotform does not sign, so keep the URL secret.',
  'sender.jotform.description': 'Answers of a Jotform, by the names of its fields.',
  'sender.fillout.enter_at':
    'In Fillout, open the form, then Integrate, Webhook, and enter the URL. Fillout does not sign. In its advanced mode you can add a header Authorization with “Bearer” and the secret of this webhook.',
  'sender.fillout.secret': 'the one that you enter in the header Authorization at Fillout',
  'sender.fillout.description':
    'Answers of a Fillout form, by the texts of their questions, with the parameters of its URL.',
  'sender.webflow.enter_at':
    'In Webflow, open the site settings, then Apps & integrations, Webhooks, Add webhook, and choose form submission. Webflow signs only webhooks that are created through its API, so keep the URL secret.',
  'sender.webflow.secret': 'the secret of a webhook that was created through the API of Webflow',
  'sender.webflow.description': 'Forms of a Webflow site, by the names of their fields. Other events are skipped.',
  'sender.framer.enter_at':
    'In Framer, select the form, then “Send to”, Webhook, and enter the URL and a secret of your choice.',
  'sender.framer.secret': 'the secret that you enter at the webhook in Framer',
  'sender.framer.description': 'Forms of a Framer site, by the names of their inputs.',
  'sender.elementor.enter_at':
    'In Elementor, edit the form, choose Webhook under “Actions after submit”, and enter the URL. Elementor does not sign, so keep the URL secret.',
  'sender.elementor.description': 'Answers of an Elementor form, by their labels, with or without “Advanced data”.',
  'sender.gravity_forms.enter_at':
    'In WordPress, open the form, then Settings, Webhooks, Add New: POST, format JSON, “Select Fields”, with names such as first_name, last_name and email. Gravity Forms does not sign. You can add a request header Authorization with “Bearer” and the secret of this webhook.',
  'sender.gravity_forms.secret': 'the one that you enter as a request header at Gravity Forms',
  'sender.gravity_forms.description': 'Entries of a Gravity Form, by the names that you give to the selected fields.',
  'sender.wpforms.enter_at':
    'In WordPress, edit the form, then Settings, Webhooks: enter the URL, POST, the format JSON, a secret, and a name such as first_name or email for each field.',
  'sender.wpforms.secret': 'the secret of the webhook in WPForms',
  'sender.wpforms.description': 'Entries of a form of WPForms, by the names that you give to its fields.',
  'sender.contact_form_7.enter_at':
    'In WordPress, install the plugin “CF7 to Webhook”, open the form, then Webhook, and enter the URL. It does not sign. You can add a header Authorization with “Bearer” and the secret of this webhook.',
  'sender.contact_form_7.secret': 'the one that you enter as a header at the webhook of the form',
  'sender.contact_form_7.description': 'Fields of a form of Contact Form 7, such as your-name and your-email.',
  'sender.unbounce.enter_at':
    'In Unbounce, open the page, then Integrations, Webhooks, Add webhook, and enter the URL. Unbounce does not sign. You can add a header Authorization with “Bearer” and the secret of this webhook.',
  'sender.unbounce.secret': 'the one that you enter as a header at Unbounce',
  'sender.unbounce.description': 'Leads of an Unbounce page, by the names of its fields.',
  'sender.form.enter_at': 'Enter the URL as the address to which your form or form service sends.',
  'sender.form.title': 'Any form',
  'sender.form.description':
    'JSON or a submitted HTML form with fields of common names (first_name, firstName, name, email, e-mail, company, phone, utm_source, …), at any depth. Every other value is kept as an additional field.',
  'sender.meta.enter_at':
    'In your app at Meta, open Webhooks, choose Page, and subscribe to leadgen with this URL and the verify token.',
  'sender.meta.secret': 'the app secret in the basic settings of your app at Meta',
  'sender.meta.title': 'Meta lead ads',
  'sender.meta.description':
    'Leads of Facebook and Instagram forms, with the campaign they came from. Meta announces a lead by its id; with an access token the lead itself is read from Meta. Leads with their field_data, as relays send them, need no token.',
  'sender.meta.verify_label': 'Verify token',
  'sender.meta.verify_help':
    'A word of your choice. Enter the same at Meta, which sends it when the URL is registered.',
  'sender.meta.access_label': 'Page access token',
  'sender.meta.access_help':
    'Meta announces a lead by its number only. With a long-lived page access token Doorpost reads the lead itself.',
  'sender.google_ads.enter_at':
    'In Google Ads, edit the lead form asset, then open “Export leads from Google Ads”, “Other data integration options”. Enter the URL and a key of your choice, and send test data.',
  'sender.google_ads.secret': 'the key that you enter at the lead form in Google Ads',
  'sender.google_ads.description': 'Leads of Google Ads lead forms, with the campaign they came from.',
  'sender.linkedin.enter_at':
    'For leads, create a lead notification (POST /rest/leadNotifications) with this URL. For other events, enter it in your app at LinkedIn, under Webhooks. It is confirmed at once.',
  'sender.linkedin.secret': 'the client secret of your app at LinkedIn',
  'sender.stripe.enter_at':
    'In Stripe, open Developers, Webhooks, Add endpoint, and enter the URL. Stripe then shows the signing secret: enter it in the settings here.',
  'sender.stripe.secret': 'the signing secret of the endpoint at Stripe (whsec_…)',
  'sender.stripe.title': 'Stripe Checkout',
  'sender.stripe.description':
    'Customers of checkout.session.completed, with the amount, custom fields and metadata; other events are skipped.',
  'sender.shopify.enter_at':
    'In Shopify, open Settings, Notifications, Webhooks, and create one with this URL and the format JSON.',
  'sender.shopify.secret': 'the client secret of the app at Shopify, or the one shown below the list of webhooks',
  'sender.shopify.title': 'Shopify orders and customers',
  'sender.shopify.description':
    'Customers of new orders, with the amount and your attributes of the order, and new customers.',
  'sender.woocommerce.enter_at':
    'In WordPress, open WooCommerce, Settings, Advanced, Webhooks, Add webhook: active, topic “Order created” or “Customer created”, the URL, and a secret.',
  'sender.woocommerce.secret': 'the secret of the webhook in WooCommerce',
  'sender.woocommerce.description': 'Customers of a WooCommerce shop, from new orders and new accounts.',
  'sender.paddle.enter_at':
    'In Paddle, open Developer tools, Notifications, New destination: enter the URL and choose customer.created. Paddle then shows the secret key of the destination.',
  'sender.paddle.secret': 'the secret key of the notification destination at Paddle (pdl_ntfset_…)',
  'sender.paddle.description': 'New customers, with your custom data. Other events are skipped.',
  'sender.lemon_squeezy.enter_at':
    'In Lemon Squeezy, open Settings, Webhooks, and enter the URL and a signing secret of your choice.',
  'sender.lemon_squeezy.secret': 'the signing secret that you enter at the webhook in Lemon Squeezy',
  'sender.lemon_squeezy.description':
    'Customers of new orders and subscriptions, with your custom data. Other events are skipped.',
  'sender.squarespace.enter_at':
    'Squarespace takes webhooks through its API: create a webhook subscription with this URL. The answer shows its secret. Squarespace announces an order by its id only, so deliveries are stored but become no contacts.',
  'sender.squarespace.secret': 'the secret of the webhook subscription at Squarespace',
  'sender.github.enter_at':
    'On GitHub, open the repository, then Settings, Webhooks, Add webhook. Choose application/json.',
  'sender.github.secret': 'the secret that you enter at the webhook on GitHub',
  'sender.slack.enter_at':
    'In your app at Slack, open Event Subscriptions and enter this as the request URL. It is confirmed at once.',
  'sender.slack.secret': 'the signing secret in the basic information of your app at Slack',
  'sender.x.enter_at': 'Register the URL with POST /2/webhooks of the X API. It is confirmed at once.',
  'sender.x.secret': 'the API secret key (consumer secret) of your app at X',
  'sender.microsoft.enter_at':
    'Create a subscription at Microsoft Graph with this as its notificationUrl, and the same clientState.',
  'sender.microsoft.verify_label': 'clientState',
  'sender.microsoft.verify_help':
    'A word of your choice. Give the same to the subscription: Microsoft sends it with every delivery.',
  'sender.mailchimp.enter_at':
    'In Mailchimp, open Audience, Settings, Webhooks, Create new webhook, and enter the URL. Mailchimp does not sign, so keep the URL secret.',
  'sender.mailchimp.description':
    'People who subscribe to an audience, with their merge fields. Other events are skipped.',
  'sender.brevo.enter_at':
    'In Brevo, open Contacts, Settings, Webhooks, add one with this URL for “Contact added to list”, and choose token authentication with the secret of this webhook. Brevo does not sign.',
  'sender.brevo.secret': 'the token or password that you enter at the webhook in Brevo',
  'sender.brevo.description':
    'Contacts that are added to a list or changed. The name is that of the address if Brevo sends none.',
  'sender.kit.enter_at':
    'Kit takes webhooks through its API: create a webhook endpoint (POST /v4/webhook_endpoints) with this URL and the event subscriber.created. The answer shows its secret once.',
  'sender.kit.secret': 'the secret of the webhook endpoint at Kit',
  'sender.kit.description': 'New subscribers, with their fields. Other events are skipped.',
  'sender.activecampaign.enter_at':
    'In ActiveCampaign, open Settings, Developer, Manage webhooks, Add, and choose “Subscribes”. ActiveCampaign does not sign, so keep the URL secret.',
  'sender.activecampaign.description': 'People who subscribe to a list, with their fields. Other events are skipped.',
  'sender.hubspot.enter_at':
    'In HubSpot, add “Send a webhook” to a contact-based workflow: POST to this URL, with all contact properties and “Include request signature in header”. Webhooks of an app bring only the ids of contacts.',
  'sender.hubspot.secret': 'the client secret of your app at HubSpot, whose id you enter at the workflow',
  'sender.hubspot.description': 'Contacts that a workflow of HubSpot sends.',
  'sender.pipedrive.enter_at':
    'In Pipedrive, open Tools and apps, Webhooks, Create new webhook: version 2, event “create person”. Pipedrive does not sign. Enter any HTTP auth user, and the secret of this webhook as the password.',
  'sender.pipedrive.secret': 'the HTTP auth password that you enter at the webhook in Pipedrive',
  'sender.pipedrive.description': 'People of Pipedrive. Deals, organisations and the like are skipped.',
  'sender.intercom.enter_at':
    'In the Developer Hub of Intercom, open your app, then Webhooks, enter the URL, and choose contact.lead.created and contact.user.created.',
  'sender.intercom.secret': 'the client secret in the basic information of your app at Intercom',
  'sender.intercom.description': 'New leads and users of Intercom, with their attributes. Other topics are skipped.',
  'sender.zendesk.enter_at':
    'In the Admin Center of Zendesk, open Apps and integrations, Webhooks, Create webhook: choose the event “User created”, and enter the URL. The signing secret is shown afterwards.',
  'sender.zendesk.secret': 'the signing secret of the webhook in Zendesk',
  'sender.zendesk.description':
    'New users of Zendesk. Zendesk sends no name, so the first name is that of the address.',
  'sender.standard.enter_at': 'Enter the URL where the sender asks for the endpoint.',
  'sender.standard.secret': 'the one that the sender shows, with or without the prefix',
  'sender.hmac.enter_at': 'Enter the URL where the sender asks for the webhook or endpoint.',
  'sender.hmac.secret': 'the one that the sender signs with, called signing secret, key or token there',
  'sender.token.enter_at':
    'Enter the URL where the sender asks for the webhook. Let it send the secret as a password (HTTP Basic, with any user name), or in a header: “Authorization: Bearer …”, X-Api-Key or X-Webhook-Token.',
  'sender.token.secret': 'the password or the value of the header that you enter at the sender',
  'sender.none.enter_at': 'Enter the URL where the sender asks for the webhook or endpoint.',
} as const

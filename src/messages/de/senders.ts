import type { senders as english } from '../en/senders.ts'
import type { Translation } from '../translation.ts'

export const senders: Translation<typeof english> = {
  'sender.typeform.enter_at':
    'In Typeform das Formular öffnen, dann „Connect“, „Webhooks“, „Add a webhook“. Dort die URL und das Geheimnis eintragen.',
  'sender.typeform.secret': 'das Geheimnis, das beim Webhook in Typeform eingetragen ist',
  'sender.typeform.description': 'Antworten aus Typeform, nach den Titeln der Fragen, mit den verborgenen Feldern.',
  'sender.tally.enter_at':
    'In Tally das Formular öffnen, dann „Integrations“, „Webhooks“. Dort die URL und das Signaturgeheimnis eintragen.',
  'sender.tally.secret': 'das Signaturgeheimnis, das beim Webhook in Tally eingetragen ist',
  'sender.tally.description':
    'Antworten aus einem Tally-Formular, nach den Beschriftungen der Fragen, mit den verborgenen Feldern.',
  'sender.calendly.enter_at':
    'Calendly nimmt Webhooks über seine API: ein Webhook-Abonnement mit dieser URL und einem Signaturschlüssel anlegen.',
  'sender.calendly.secret': 'der Signaturschlüssel des Webhook-Abonnements bei Calendly',
  'sender.calendly.description':
    'Personen, die einen Termin buchen, mit ihren Antworten und ihrer Herkunft. Absagen werden übergangen.',
  'sender.calcom.enter_at':
    'In Cal.com „Settings“, „Developer“, „Webhooks“, „New“ öffnen. Die URL und ein selbst gewähltes Geheimnis eintragen.',
  'sender.calcom.secret': 'das Geheimnis, das beim Webhook in Cal.com eingetragen ist',
  'sender.calcom.description':
    'Personen, die einen Termin buchen, mit ihren Antworten, nie der Gastgeber. Andere Ereignisse werden übergangen.',
  'sender.jotform.enter_at':
    'In Jotform das Formular öffnen, dann „Settings“, „Integrations“, „Webhooks“, und die URL eintragen. Jotform signiert nicht, daher die URL geheim halten.',
  'sender.jotform.description': 'Antworten aus Jotform, nach den Namen der Felder.',
  'sender.fillout.enter_at':
    'In Fillout das Formular öffnen, dann „Integrate“, „Webhook“, und die URL eintragen. Fillout signiert nicht. Im erweiterten Modus lässt sich ein Header Authorization mit „Bearer“ und dem Geheimnis dieses Webhooks ergänzen.',
  'sender.fillout.secret': 'das Geheimnis, das bei Fillout im Header Authorization eingetragen ist',
  'sender.fillout.description':
    'Antworten aus einem Fillout-Formular, nach den Texten der Fragen, mit den Parametern seiner URL.',
  'sender.webflow.enter_at':
    'In Webflow die Website-Einstellungen öffnen, dann „Apps & integrations“, „Webhooks“, „Add webhook“, und „Form submission“ wählen. Webflow signiert nur Webhooks, die über seine API angelegt sind, daher die URL geheim halten.',
  'sender.webflow.secret': 'das Geheimnis eines Webhooks, der über die API von Webflow angelegt wurde',
  'sender.webflow.description':
    'Formulare einer Webflow-Website, nach den Namen der Felder. Andere Ereignisse werden übergangen.',
  'sender.framer.enter_at':
    'In Framer das Formular auswählen, dann „Send to“, „Webhook“, und die URL und ein selbst gewähltes Geheimnis eintragen.',
  'sender.framer.secret': 'das Geheimnis, das beim Webhook in Framer eingetragen ist',
  'sender.framer.description': 'Formulare einer Framer-Website, nach den Namen der Eingabefelder.',
  'sender.elementor.enter_at':
    'In Elementor das Formular bearbeiten, unter „Actions after submit“ „Webhook“ wählen und die URL eintragen. Elementor signiert nicht, daher die URL geheim halten.',
  'sender.elementor.description':
    'Antworten aus einem Elementor-Formular, nach den Beschriftungen, mit oder ohne „Advanced data“.',
  'sender.gravity_forms.enter_at':
    'In WordPress das Formular öffnen, dann „Settings“, „Webhooks“, „Add New“: POST, Format JSON, „Select Fields“, mit Namen wie first_name, last_name und email. Gravity Forms signiert nicht. Ein Request-Header Authorization mit „Bearer“ und dem Geheimnis dieses Webhooks lässt sich ergänzen.',
  'sender.gravity_forms.secret': 'das Geheimnis, das bei Gravity Forms als Request-Header eingetragen ist',
  'sender.gravity_forms.description':
    'Einträge aus Gravity Forms, nach den Namen, die Sie den ausgewählten Feldern geben.',
  'sender.wpforms.enter_at':
    'In WordPress das Formular bearbeiten, dann „Settings“, „Webhooks“: URL, POST, das Format JSON, ein Geheimnis und für jedes Feld einen Namen wie first_name oder email eintragen.',
  'sender.wpforms.secret': 'das Geheimnis des Webhooks in WPForms',
  'sender.wpforms.description': 'Einträge eines WPForms-Formulars, nach den Namen, die Sie den Feldern geben.',
  'sender.contact_form_7.enter_at':
    'In WordPress das Plug-in „CF7 to Webhook“ installieren, das Formular öffnen, dann „Webhook“, und die URL eintragen. Es signiert nicht. Ein Header Authorization mit „Bearer“ und dem Geheimnis dieses Webhooks lässt sich ergänzen.',
  'sender.contact_form_7.secret': 'das Geheimnis, das beim Webhook des Formulars als Header eingetragen ist',
  'sender.contact_form_7.description':
    'Felder eines Formulars von Contact Form 7, zum Beispiel your-name und your-email.',
  'sender.unbounce.enter_at':
    'In Unbounce die Seite öffnen, dann „Integrations“, „Webhooks“, „Add webhook“, und die URL eintragen. Unbounce signiert nicht. Ein Header Authorization mit „Bearer“ und dem Geheimnis dieses Webhooks lässt sich ergänzen.',
  'sender.unbounce.secret': 'das Geheimnis, das bei Unbounce als Header eingetragen ist',
  'sender.unbounce.description': 'Leads einer Unbounce-Seite, nach den Namen der Felder.',
  'sender.form.enter_at': 'Die URL als Adresse eintragen, an die das Formular oder der Formulardienst sendet.',
  'sender.form.title': 'Beliebiges Formular',
  'sender.form.description':
    'JSON oder ein gesendetes HTML-Formular mit Feldern gängiger Namen (first_name, firstName, name, email, e-mail, company, phone, utm_source, …), in beliebiger Tiefe. Jeder andere Wert wird als zusätzliches Feld behalten.',
  'sender.meta.enter_at':
    'In Ihrer App bei Meta „Webhooks“ öffnen, „Page“ wählen und leadgen mit dieser URL und dem Prüftoken abonnieren.',
  'sender.meta.secret': 'das App-Geheimnis in den Grundeinstellungen Ihrer App bei Meta',
  'sender.meta.title': 'Lead-Anzeigen von Meta',
  'sender.meta.description':
    'Leads aus Formularen auf Facebook und Instagram, mit der Kampagne, aus der sie kamen. Meta kündigt einen Lead nur mit seiner ID an; mit einem Zugriffstoken wird der Lead selbst bei Meta gelesen. Leads mit ihren field_data, wie Vermittler sie senden, brauchen kein Token.',
  'sender.meta.verify_label': 'Prüftoken',
  'sender.meta.verify_help':
    'Ein selbst gewähltes Wort. Dasselbe bei Meta eintragen; Meta sendet es, wenn die URL registriert wird.',
  'sender.meta.access_label': 'Zugriffstoken der Seite',
  'sender.meta.access_help':
    'Meta kündigt einen Lead nur mit seiner Nummer an. Mit einem langlebigen Zugriffstoken der Seite liest Doorpost den Lead selbst.',
  'sender.google_ads.enter_at':
    'In Google Ads das Asset „Lead-Formular“ bearbeiten, dann „Export leads from Google Ads“, „Other data integration options“ öffnen. Die URL und einen selbst gewählten Schlüssel eintragen und Testdaten senden.',
  'sender.google_ads.secret': 'der Schlüssel, der beim Lead-Formular in Google Ads eingetragen ist',
  'sender.google_ads.description': 'Leads aus Lead-Formularen von Google Ads, mit der Kampagne, aus der sie kamen.',
  'sender.linkedin.enter_at':
    'Für Leads eine Lead-Benachrichtigung mit dieser URL anlegen (POST /rest/leadNotifications). Für andere Ereignisse die URL in Ihrer App bei LinkedIn unter „Webhooks“ eintragen. Sie wird sofort bestätigt.',
  'sender.linkedin.secret': 'das Client-Geheimnis Ihrer App bei LinkedIn',
  'sender.stripe.enter_at':
    'In Stripe „Developers“, „Webhooks“, „Add endpoint“ öffnen und die URL eintragen. Stripe zeigt dann das Signaturgeheimnis: es hier in den Einstellungen eintragen.',
  'sender.stripe.secret': 'das Signaturgeheimnis des Endpunkts bei Stripe (whsec_…)',
  'sender.stripe.title': 'Stripe Checkout',
  'sender.stripe.description':
    'Kunden aus checkout.session.completed, mit Betrag, eigenen Feldern und Metadaten; andere Ereignisse werden übergangen.',
  'sender.shopify.enter_at':
    'In Shopify „Settings“, „Notifications“, „Webhooks“ öffnen und einen mit dieser URL und dem Format JSON anlegen.',
  'sender.shopify.secret': 'das Client-Geheimnis der App bei Shopify oder das unter der Liste der Webhooks gezeigte',
  'sender.shopify.title': 'Bestellungen und Kunden von Shopify',
  'sender.shopify.description':
    'Kunden neuer Bestellungen, mit Betrag und Ihren Attributen der Bestellung, und neue Kunden.',
  'sender.woocommerce.enter_at':
    'In WordPress „WooCommerce“, „Settings“, „Advanced“, „Webhooks“, „Add webhook“ öffnen: aktiv, Thema „Order created“ oder „Customer created“, die URL und ein Geheimnis.',
  'sender.woocommerce.secret': 'das Geheimnis des Webhooks in WooCommerce',
  'sender.woocommerce.description': 'Kunden eines WooCommerce-Shops, aus neuen Bestellungen und neuen Konten.',
  'sender.paddle.enter_at':
    'In Paddle „Developer tools“, „Notifications“, „New destination“ öffnen: die URL eintragen und customer.created wählen. Paddle zeigt dann den geheimen Schlüssel des Ziels.',
  'sender.paddle.secret': 'der geheime Schlüssel des Benachrichtigungsziels bei Paddle (pdl_ntfset_…)',
  'sender.paddle.description': 'Neue Kunden, mit Ihren eigenen Daten. Andere Ereignisse werden übergangen.',
  'sender.lemon_squeezy.enter_at':
    'In Lemon Squeezy „Settings“, „Webhooks“ öffnen und die URL und ein selbst gewähltes Signaturgeheimnis eintragen.',
  'sender.lemon_squeezy.secret': 'das Signaturgeheimnis, das beim Webhook in Lemon Squeezy eingetragen ist',
  'sender.lemon_squeezy.description':
    'Kunden neuer Bestellungen und Abonnements, mit Ihren eigenen Daten. Andere Ereignisse werden übergangen.',
  'sender.squarespace.enter_at':
    'Squarespace nimmt Webhooks über seine API: ein Webhook-Abonnement mit dieser URL anlegen. Die Antwort zeigt das Geheimnis. Squarespace kündigt eine Bestellung nur mit ihrer ID an, daher werden Zustellungen gespeichert, aber nicht zu Kontakten.',
  'sender.squarespace.secret': 'das Geheimnis des Webhook-Abonnements bei Squarespace',
  'sender.github.enter_at':
    'Bei GitHub das Repository öffnen, dann „Settings“, „Webhooks“, „Add webhook“. application/json wählen.',
  'sender.github.secret': 'das Geheimnis, das beim Webhook auf GitHub eingetragen ist',
  'sender.slack.enter_at':
    'In Ihrer App bei Slack „Event Subscriptions“ öffnen und dies als „Request URL“ eintragen. Sie wird sofort bestätigt.',
  'sender.slack.secret': 'das Signaturgeheimnis in den „Basic Information“ Ihrer App bei Slack',
  'sender.x.enter_at': 'Die URL mit POST /2/webhooks der X-API registrieren. Sie wird sofort bestätigt.',
  'sender.x.secret': 'der geheime API-Schlüssel (Consumer Secret) Ihrer App bei X',
  'sender.microsoft.enter_at':
    'Bei Microsoft Graph ein Abonnement mit dieser URL als notificationUrl und demselben clientState anlegen.',
  'sender.microsoft.verify_label': 'clientState',
  'sender.microsoft.verify_help':
    'Ein selbst gewähltes Wort. Dasselbe im Abonnement angeben: Microsoft sendet es mit jeder Zustellung.',
  'sender.mailchimp.enter_at':
    'In Mailchimp „Audience“, „Settings“, „Webhooks“, „Create new webhook“ öffnen und die URL eintragen. Mailchimp signiert nicht, daher die URL geheim halten.',
  'sender.mailchimp.description':
    'Personen, die eine Zielgruppe abonnieren, mit ihren Feldern. Andere Ereignisse werden übergangen.',
  'sender.brevo.enter_at':
    'In Brevo „Contacts“, „Settings“, „Webhooks“ öffnen, einen mit dieser URL für „Contact added to list“ hinzufügen und die Token-Authentifizierung mit dem Geheimnis dieses Webhooks wählen. Brevo signiert nicht.',
  'sender.brevo.secret': 'das Token oder Passwort, das beim Webhook in Brevo eingetragen ist',
  'sender.brevo.description':
    'Kontakte, die zu einer Liste kommen oder geändert werden. Sendet Brevo keinen Namen, wird der der Adresse genommen.',
  'sender.kit.enter_at':
    'Kit nimmt Webhooks über seine API: einen Webhook-Endpunkt (POST /v4/webhook_endpoints) mit dieser URL und dem Ereignis subscriber.created anlegen. Die Antwort zeigt das Geheimnis einmal.',
  'sender.kit.secret': 'das Geheimnis des Webhook-Endpunkts bei Kit',
  'sender.kit.description': 'Neue Abonnenten, mit ihren Feldern. Andere Ereignisse werden übergangen.',
  'sender.activecampaign.enter_at':
    'In ActiveCampaign „Settings“, „Developer“, „Manage webhooks“, „Add“ öffnen und „Subscribes“ wählen. ActiveCampaign signiert nicht, daher die URL geheim halten.',
  'sender.activecampaign.description':
    'Personen, die eine Liste abonnieren, mit ihren Feldern. Andere Ereignisse werden übergangen.',
  'sender.hubspot.enter_at':
    'In HubSpot einem kontaktbasierten Workflow „Send a webhook“ hinzufügen: POST an diese URL, mit allen Kontakteigenschaften und „Include request signature in header“. Webhooks einer App bringen nur die IDs von Kontakten.',
  'sender.hubspot.secret': 'das Client-Geheimnis Ihrer App bei HubSpot, deren ID beim Workflow eingetragen ist',
  'sender.hubspot.description': 'Kontakte, die ein Workflow von HubSpot sendet.',
  'sender.pipedrive.enter_at':
    'In Pipedrive „Tools and apps“, „Webhooks“, „Create new webhook“ öffnen: Version 2, Ereignis „create person“. Pipedrive signiert nicht. Bei „HTTP auth user“ einen beliebigen Namen und als Passwort das Geheimnis dieses Webhooks eintragen.',
  'sender.pipedrive.secret': 'das HTTP-Auth-Passwort, das beim Webhook in Pipedrive eingetragen ist',
  'sender.pipedrive.description': 'Personen aus Pipedrive. Deals, Organisationen und Ähnliches werden übergangen.',
  'sender.intercom.enter_at':
    'Im Developer Hub von Intercom Ihre App öffnen, dann „Webhooks“, die URL eintragen und contact.lead.created und contact.user.created wählen.',
  'sender.intercom.secret': 'das Client-Geheimnis in den „Basic information“ Ihrer App bei Intercom',
  'sender.intercom.description':
    'Neue Leads und Nutzer von Intercom, mit ihren Attributen. Andere Themen werden übergangen.',
  'sender.zendesk.enter_at':
    'Im Admin Center von Zendesk „Apps and integrations“, „Webhooks“, „Create webhook“ öffnen: das Ereignis „User created“ wählen und die URL eintragen. Das Signaturgeheimnis wird danach gezeigt.',
  'sender.zendesk.secret': 'das Signaturgeheimnis des Webhooks in Zendesk',
  'sender.zendesk.description':
    'Neue Nutzer von Zendesk. Zendesk sendet keinen Namen, daher ist der Vorname der der Adresse.',
  'sender.standard.enter_at': 'Die URL dort eintragen, wo der Absender nach dem Endpunkt fragt.',
  'sender.standard.secret': 'das Geheimnis, das der Absender zeigt, mit oder ohne Präfix',
  'sender.hmac.enter_at': 'Die URL dort eintragen, wo der Absender nach dem Webhook oder Endpunkt fragt.',
  'sender.hmac.secret':
    'das Geheimnis, mit dem der Absender signiert, dort „Signing secret“, „Key“ oder „Token“ genannt',
  'sender.token.enter_at':
    'Die URL dort eintragen, wo der Absender nach dem Webhook fragt. Das Geheimnis als Passwort (HTTP Basic, mit beliebigem Benutzernamen) oder in einem Header senden lassen: „Authorization: Bearer …“, X-Api-Key oder X-Webhook-Token.',
  'sender.token.secret': 'das Passwort oder der Wert des Headers, der beim Absender eingetragen ist',
  'sender.none.enter_at': 'Die URL dort eintragen, wo der Absender nach dem Webhook oder Endpunkt fragt.',
}

import type { senders as english } from '../en/senders.ts'
import type { Translation } from '../translation.ts'

export const senders: Translation<typeof english> = {
  'sender.typeform.enter_at':
    'Dans Typeform, ouvrez le formulaire, puis « Connect », « Webhooks », « Add a webhook ». Saisissez-y l’URL et le secret.',
  'sender.typeform.secret': 'le secret que vous saisissez au webhook dans Typeform',
  'sender.typeform.description':
    'Les réponses d’un Typeform, par les titres de leurs questions, avec ses champs masqués.',
  'sender.tally.enter_at':
    'Dans Tally, ouvrez le formulaire, puis « Integrations », « Webhooks ». Saisissez-y l’URL et le secret de signature.',
  'sender.tally.secret': 'le secret de signature que vous saisissez au webhook dans Tally',
  'sender.tally.description':
    'Les réponses d’un formulaire Tally, par les libellés de leurs questions, avec ses champs masqués.',
  'sender.calendly.enter_at':
    'Calendly accepte les webhooks par son API : créez un abonnement webhook avec cette URL et une clé de signature.',
  'sender.calendly.secret': 'la clé de signature de l’abonnement webhook chez Calendly',
  'sender.calendly.description':
    'Les personnes qui réservent un rendez-vous, avec leurs réponses et leur provenance. Les annulations sont ignorées.',
  'sender.calcom.enter_at':
    'Dans Cal.com, ouvrez « Settings », « Developer », « Webhooks », « New ». Saisissez l’URL et un secret de votre choix.',
  'sender.calcom.secret': 'le secret que vous saisissez au webhook dans Cal.com',
  'sender.calcom.description':
    'Les personnes qui réservent un rendez-vous, avec leurs réponses, jamais l’organisateur. Les autres événements sont ignorés.',
  'sender.jotform.enter_at':
    'Dans Jotform, ouvrez le formulaire, puis « Settings », « Integrations », « Webhooks », et saisissez l’URL. Jotform ne signe pas : gardez l’URL secrète.',
  'sender.jotform.description': 'Les réponses d’un Jotform, par les noms de ses champs.',
  'sender.fillout.enter_at':
    'Dans Fillout, ouvrez le formulaire, puis « Integrate », « Webhook », et saisissez l’URL. Fillout ne signe pas. Dans son mode avancé, vous pouvez ajouter un en-tête Authorization avec « Bearer » et le secret de ce webhook.',
  'sender.fillout.secret': 'celui que vous saisissez dans l’en-tête Authorization chez Fillout',
  'sender.fillout.description':
    'Les réponses d’un formulaire Fillout, par les textes de leurs questions, avec les paramètres de son URL.',
  'sender.webflow.enter_at':
    'Dans Webflow, ouvrez les paramètres du site, puis « Apps & integrations », « Webhooks », « Add webhook », et choisissez « Form submission ». Webflow ne signe que les webhooks créés par son API : gardez l’URL secrète.',
  'sender.webflow.secret': 'le secret d’un webhook créé par l’API de Webflow',
  'sender.webflow.description':
    'Les formulaires d’un site Webflow, par les noms de leurs champs. Les autres événements sont ignorés.',
  'sender.framer.enter_at':
    'Dans Framer, sélectionnez le formulaire, puis « Send to », « Webhook », et saisissez l’URL et un secret de votre choix.',
  'sender.framer.secret': 'le secret que vous saisissez au webhook dans Framer',
  'sender.framer.description': 'Les formulaires d’un site Framer, par les noms de leurs champs de saisie.',
  'sender.elementor.enter_at':
    'Dans Elementor, modifiez le formulaire, choisissez « Webhook » sous « Actions after submit » et saisissez l’URL. Elementor ne signe pas : gardez l’URL secrète.',
  'sender.elementor.description':
    'Les réponses d’un formulaire Elementor, par leurs libellés, avec ou sans « Advanced data ».',
  'sender.gravity_forms.enter_at':
    'Dans WordPress, ouvrez le formulaire, puis « Settings », « Webhooks », « Add New » : POST, format JSON, « Select Fields », avec des noms comme first_name, last_name et email. Gravity Forms ne signe pas. Vous pouvez ajouter un en-tête de requête Authorization avec « Bearer » et le secret de ce webhook.',
  'sender.gravity_forms.secret': 'celui que vous saisissez comme en-tête de requête chez Gravity Forms',
  'sender.gravity_forms.description': 'Les entrées d’un Gravity Form, par les noms que vous donnez aux champs choisis.',
  'sender.wpforms.enter_at':
    'Dans WordPress, modifiez le formulaire, puis « Settings », « Webhooks » : saisissez l’URL, POST, le format JSON, un secret et, pour chaque champ, un nom comme first_name ou email.',
  'sender.wpforms.secret': 'le secret du webhook dans WPForms',
  'sender.wpforms.description': 'Les entrées d’un formulaire WPForms, par les noms que vous donnez à ses champs.',
  'sender.contact_form_7.enter_at':
    'Dans WordPress, installez l’extension « CF7 to Webhook », ouvrez le formulaire, puis « Webhook », et saisissez l’URL. Elle ne signe pas. Vous pouvez ajouter un en-tête Authorization avec « Bearer » et le secret de ce webhook.',
  'sender.contact_form_7.secret': 'celui que vous saisissez comme en-tête au webhook du formulaire',
  'sender.contact_form_7.description': 'Les champs d’un formulaire de Contact Form 7, comme your-name et your-email.',
  'sender.unbounce.enter_at':
    'Dans Unbounce, ouvrez la page, puis « Integrations », « Webhooks », « Add webhook », et saisissez l’URL. Unbounce ne signe pas. Vous pouvez ajouter un en-tête Authorization avec « Bearer » et le secret de ce webhook.',
  'sender.unbounce.secret': 'celui que vous saisissez comme en-tête chez Unbounce',
  'sender.unbounce.description': 'Les leads d’une page Unbounce, par les noms de ses champs.',
  'sender.form.enter_at': 'Saisissez l’URL comme adresse à laquelle votre formulaire ou service de formulaires envoie.',
  'sender.form.title': 'N’importe quel formulaire',
  'sender.form.description':
    'Du JSON ou un formulaire HTML envoyé avec des champs aux noms courants (first_name, firstName, name, email, e-mail, company, phone, utm_source, …), à n’importe quelle profondeur. Toute autre valeur est gardée comme champ supplémentaire.',
  'sender.meta.enter_at':
    'Dans votre application chez Meta, ouvrez « Webhooks », choisissez « Page » et abonnez-vous à leadgen avec cette URL et le jeton de vérification.',
  'sender.meta.secret': 'le secret de l’application, dans les paramètres de base de votre application chez Meta',
  'sender.meta.title': 'Publicités à formulaire de Meta',
  'sender.meta.description':
    'Les leads des formulaires Facebook et Instagram, avec la campagne dont ils viennent. Meta annonce un lead par son identifiant ; avec un jeton d’accès, le lead lui-même est lu chez Meta. Les leads avec leurs field_data, tels que des relais les envoient, n’ont pas besoin de jeton.',
  'sender.meta.verify_label': 'Jeton de vérification',
  'sender.meta.verify_help':
    'Un mot de votre choix. Saisissez le même chez Meta, qui l’envoie lorsque l’URL est enregistrée.',
  'sender.meta.access_label': 'Jeton d’accès de la page',
  'sender.meta.access_help':
    'Meta n’annonce un lead que par son numéro. Avec un jeton d’accès de page de longue durée, Doorpost lit le lead lui-même.',
  'sender.google_ads.enter_at':
    'Dans Google Ads, modifiez le composant Formulaire pour prospects, puis ouvrez « Export leads from Google Ads », « Other data integration options ». Saisissez l’URL et une clé de votre choix, puis envoyez des données de test.',
  'sender.google_ads.secret': 'la clé que vous saisissez au formulaire pour prospects dans Google Ads',
  'sender.google_ads.description':
    'Les leads des formulaires pour prospects de Google Ads, avec la campagne dont ils viennent.',
  'sender.linkedin.enter_at':
    'Pour les leads, créez une notification de lead (POST /rest/leadNotifications) avec cette URL. Pour les autres événements, saisissez-la dans votre application chez LinkedIn, sous « Webhooks ». Elle est confirmée aussitôt.',
  'sender.linkedin.secret': 'le secret client de votre application chez LinkedIn',
  'sender.stripe.enter_at':
    'Dans Stripe, ouvrez « Developers », « Webhooks », « Add endpoint » et saisissez l’URL. Stripe affiche alors le secret de signature : saisissez-le ici dans les paramètres.',
  'sender.stripe.secret': 'le secret de signature du point de terminaison chez Stripe (whsec_…)',
  'sender.stripe.title': 'Stripe Checkout',
  'sender.stripe.description':
    'Les clients de checkout.session.completed, avec le montant, les champs personnalisés et les métadonnées ; les autres événements sont ignorés.',
  'sender.shopify.enter_at':
    'Dans Shopify, ouvrez « Settings », « Notifications », « Webhooks » et créez-en un avec cette URL et le format JSON.',
  'sender.shopify.secret':
    'le secret client de l’application chez Shopify, ou celui qui est affiché sous la liste des webhooks',
  'sender.shopify.title': 'Commandes et clients de Shopify',
  'sender.shopify.description':
    'Les clients des nouvelles commandes, avec le montant et vos attributs de la commande, et les nouveaux clients.',
  'sender.woocommerce.enter_at':
    'Dans WordPress, ouvrez « WooCommerce », « Settings », « Advanced », « Webhooks », « Add webhook » : actif, sujet « Order created » ou « Customer created », l’URL et un secret.',
  'sender.woocommerce.secret': 'le secret du webhook dans WooCommerce',
  'sender.woocommerce.description':
    'Les clients d’une boutique WooCommerce, issus de nouvelles commandes et de nouveaux comptes.',
  'sender.paddle.enter_at':
    'Dans Paddle, ouvrez « Developer tools », « Notifications », « New destination » : saisissez l’URL et choisissez customer.created. Paddle affiche alors la clé secrète de la destination.',
  'sender.paddle.secret': 'la clé secrète de la destination de notification chez Paddle (pdl_ntfset_…)',
  'sender.paddle.description':
    'Les nouveaux clients, avec vos données personnalisées. Les autres événements sont ignorés.',
  'sender.lemon_squeezy.enter_at':
    'Dans Lemon Squeezy, ouvrez « Settings », « Webhooks » et saisissez l’URL et un secret de signature de votre choix.',
  'sender.lemon_squeezy.secret': 'le secret de signature que vous saisissez au webhook dans Lemon Squeezy',
  'sender.lemon_squeezy.description':
    'Les clients des nouvelles commandes et abonnements, avec vos données personnalisées. Les autres événements sont ignorés.',
  'sender.squarespace.enter_at':
    'Squarespace accepte les webhooks par son API : créez un abonnement webhook avec cette URL. La réponse montre son secret. Squarespace n’annonce une commande que par son identifiant : les livraisons sont donc enregistrées, mais ne deviennent pas des contacts.',
  'sender.squarespace.secret': 'le secret de l’abonnement webhook chez Squarespace',
  'sender.github.enter_at':
    'Sur GitHub, ouvrez le dépôt, puis « Settings », « Webhooks », « Add webhook ». Choisissez application/json.',
  'sender.github.secret': 'le secret que vous saisissez au webhook sur GitHub',
  'sender.slack.enter_at':
    'Dans votre application chez Slack, ouvrez « Event Subscriptions » et saisissez ceci comme « Request URL ». Elle est confirmée aussitôt.',
  'sender.slack.secret': 'le secret de signature, dans « Basic Information » de votre application chez Slack',
  'sender.x.enter_at': 'Enregistrez l’URL avec POST /2/webhooks de l’API de X. Elle est confirmée aussitôt.',
  'sender.x.secret': 'la clé secrète d’API (consumer secret) de votre application chez X',
  'sender.microsoft.enter_at':
    'Créez un abonnement chez Microsoft Graph avec cette URL comme notificationUrl et le même clientState.',
  'sender.microsoft.verify_label': 'clientState',
  'sender.microsoft.verify_help':
    'Un mot de votre choix. Donnez le même à l’abonnement : Microsoft l’envoie avec chaque livraison.',
  'sender.mailchimp.enter_at':
    'Dans Mailchimp, ouvrez « Audience », « Settings », « Webhooks », « Create new webhook » et saisissez l’URL. Mailchimp ne signe pas : gardez l’URL secrète.',
  'sender.mailchimp.description':
    'Les personnes qui s’abonnent à une audience, avec leurs champs de fusion. Les autres événements sont ignorés.',
  'sender.brevo.enter_at':
    'Dans Brevo, ouvrez « Contacts », « Settings », « Webhooks », ajoutez-en un avec cette URL pour « Contact added to list » et choisissez l’authentification par jeton avec le secret de ce webhook. Brevo ne signe pas.',
  'sender.brevo.secret': 'le jeton ou le mot de passe que vous saisissez au webhook dans Brevo',
  'sender.brevo.description':
    'Les contacts ajoutés à une liste ou modifiés. Si Brevo n’envoie pas de nom, c’est celui de l’adresse.',
  'sender.kit.enter_at':
    'Kit accepte les webhooks par son API : créez un point de terminaison webhook (POST /v4/webhook_endpoints) avec cette URL et l’événement subscriber.created. La réponse montre son secret une seule fois.',
  'sender.kit.secret': 'le secret du point de terminaison webhook chez Kit',
  'sender.kit.description': 'Les nouveaux abonnés, avec leurs champs. Les autres événements sont ignorés.',
  'sender.activecampaign.enter_at':
    'Dans ActiveCampaign, ouvrez « Settings », « Developer », « Manage webhooks », « Add » et choisissez « Subscribes ». ActiveCampaign ne signe pas : gardez l’URL secrète.',
  'sender.activecampaign.description':
    'Les personnes qui s’abonnent à une liste, avec leurs champs. Les autres événements sont ignorés.',
  'sender.hubspot.enter_at':
    'Dans HubSpot, ajoutez « Send a webhook » à un workflow basé sur les contacts : POST vers cette URL, avec toutes les propriétés du contact et « Include request signature in header ». Les webhooks d’une application n’apportent que les identifiants des contacts.',
  'sender.hubspot.secret':
    'le secret client de votre application chez HubSpot, dont vous saisissez l’identifiant au workflow',
  'sender.hubspot.description': 'Les contacts qu’envoie un workflow de HubSpot.',
  'sender.pipedrive.enter_at':
    'Dans Pipedrive, ouvrez « Tools and apps », « Webhooks », « Create new webhook » : version 2, événement « create person ». Pipedrive ne signe pas. Saisissez un « HTTP auth user » quelconque et, comme mot de passe, le secret de ce webhook.',
  'sender.pipedrive.secret': 'le mot de passe HTTP que vous saisissez au webhook dans Pipedrive',
  'sender.pipedrive.description': 'Les personnes de Pipedrive. Les affaires, organisations et autres sont ignorées.',
  'sender.intercom.enter_at':
    'Dans le Developer Hub d’Intercom, ouvrez votre application, puis « Webhooks », saisissez l’URL et choisissez contact.lead.created et contact.user.created.',
  'sender.intercom.secret': 'le secret client, dans « Basic information » de votre application chez Intercom',
  'sender.intercom.description':
    'Les nouveaux leads et utilisateurs d’Intercom, avec leurs attributs. Les autres sujets sont ignorés.',
  'sender.zendesk.enter_at':
    'Dans l’Admin Center de Zendesk, ouvrez « Apps and integrations », « Webhooks », « Create webhook » : choisissez l’événement « User created » et saisissez l’URL. Le secret de signature s’affiche ensuite.',
  'sender.zendesk.secret': 'le secret de signature du webhook dans Zendesk',
  'sender.zendesk.description':
    'Les nouveaux utilisateurs de Zendesk. Zendesk n’envoie pas de nom : le prénom est donc celui de l’adresse.',
  'sender.standard.enter_at': 'Saisissez l’URL là où l’expéditeur demande le point de terminaison.',
  'sender.standard.secret': 'celui que l’expéditeur affiche, avec ou sans le préfixe',
  'sender.hmac.enter_at': 'Saisissez l’URL là où l’expéditeur demande le webhook ou le point de terminaison.',
  'sender.hmac.secret':
    'celui avec lequel l’expéditeur signe, appelé chez lui « signing secret », « key » ou « token »',
  'sender.token.enter_at':
    'Saisissez l’URL là où l’expéditeur demande le webhook. Faites-lui envoyer le secret comme mot de passe (HTTP Basic, avec un nom d’utilisateur quelconque) ou dans un en-tête : « Authorization: Bearer … », X-Api-Key ou X-Webhook-Token.',
  'sender.token.secret': 'le mot de passe ou la valeur de l’en-tête que vous saisissez chez l’expéditeur',
  'sender.none.enter_at': 'Saisissez l’URL là où l’expéditeur demande le webhook ou le point de terminaison.',
}

import type { senders as english } from '../en/senders.ts'
import type { Translation } from '../translation.ts'

export const senders: Translation<typeof english> = {
  'sender.typeform.enter_at':
    'En Typeform, abra el formulario y luego «Connect», «Webhooks», «Add a webhook». Introduzca ahí la URL y el secreto.',
  'sender.typeform.secret': 'el secreto que se introduce en el webhook de Typeform',
  'sender.typeform.description': 'Respuestas de un Typeform, por los títulos de sus preguntas, con sus campos ocultos.',
  'sender.tally.enter_at':
    'En Tally, abra el formulario y luego «Integrations», «Webhooks». Introduzca ahí la URL y el secreto de firma.',
  'sender.tally.secret': 'el secreto de firma que se introduce en el webhook de Tally',
  'sender.tally.description':
    'Respuestas de un formulario de Tally, por las etiquetas de sus preguntas, con sus campos ocultos.',
  'sender.calendly.enter_at':
    'Calendly acepta webhooks a través de su API: cree una suscripción de webhook con esta URL y una clave de firma.',
  'sender.calendly.secret': 'la clave de firma de la suscripción de webhook en Calendly',
  'sender.calendly.description':
    'Personas que reservan una reunión, con sus respuestas y su procedencia. Las cancelaciones se omiten.',
  'sender.calcom.enter_at':
    'En Cal.com, abra «Settings», «Developer», «Webhooks», «New». Introduzca la URL y un secreto a su elección.',
  'sender.calcom.secret': 'el secreto que se introduce en el webhook de Cal.com',
  'sender.calcom.description':
    'Personas que reservan una reunión, con sus respuestas, nunca el organizador. Los demás eventos se omiten.',
  'sender.jotform.enter_at':
    'En Jotform, abra el formulario y luego «Settings», «Integrations», «Webhooks», e introduzca la URL. Jotform no firma, así que mantenga la URL en secreto.',
  'sender.jotform.description': 'Respuestas de un Jotform, por los nombres de sus campos.',
  'sender.fillout.enter_at':
    'En Fillout, abra el formulario y luego «Integrate», «Webhook», e introduzca la URL. Fillout no firma. En su modo avanzado puede añadir una cabecera Authorization con «Bearer» y el secreto de este webhook.',
  'sender.fillout.secret': 'el que se introduce en la cabecera Authorization de Fillout',
  'sender.fillout.description':
    'Respuestas de un formulario de Fillout, por los textos de sus preguntas, con los parámetros de su URL.',
  'sender.webflow.enter_at':
    'En Webflow, abra los ajustes del sitio y luego «Apps & integrations», «Webhooks», «Add webhook», y elija «Form submission». Webflow solo firma los webhooks creados con su API, así que mantenga la URL en secreto.',
  'sender.webflow.secret': 'el secreto de un webhook creado con la API de Webflow',
  'sender.webflow.description':
    'Formularios de un sitio de Webflow, por los nombres de sus campos. Los demás eventos se omiten.',
  'sender.framer.enter_at':
    'En Framer, seleccione el formulario y luego «Send to», «Webhook», e introduzca la URL y un secreto a su elección.',
  'sender.framer.secret': 'el secreto que se introduce en el webhook de Framer',
  'sender.framer.description': 'Formularios de un sitio de Framer, por los nombres de sus campos de entrada.',
  'sender.elementor.enter_at':
    'En Elementor, edite el formulario, elija «Webhook» en «Actions after submit» e introduzca la URL. Elementor no firma, así que mantenga la URL en secreto.',
  'sender.elementor.description':
    'Respuestas de un formulario de Elementor, por sus etiquetas, con o sin «Advanced data».',
  'sender.gravity_forms.enter_at':
    'En WordPress, abra el formulario y luego «Settings», «Webhooks», «Add New»: POST, formato JSON, «Select Fields», con nombres como first_name, last_name y email. Gravity Forms no firma. Puede añadir una cabecera de petición Authorization con «Bearer» y el secreto de este webhook.',
  'sender.gravity_forms.secret': 'el que se introduce como cabecera de petición en Gravity Forms',
  'sender.gravity_forms.description': 'Entradas de un Gravity Form, por los nombres que dé a los campos elegidos.',
  'sender.wpforms.enter_at':
    'En WordPress, edite el formulario y luego «Settings», «Webhooks»: introduzca la URL, POST, el formato JSON, un secreto y, para cada campo, un nombre como first_name o email.',
  'sender.wpforms.secret': 'el secreto del webhook en WPForms',
  'sender.wpforms.description': 'Entradas de un formulario de WPForms, por los nombres que dé a sus campos.',
  'sender.contact_form_7.enter_at':
    'En WordPress, instale el plugin «CF7 to Webhook», abra el formulario y luego «Webhook», e introduzca la URL. No firma. Puede añadir una cabecera Authorization con «Bearer» y el secreto de este webhook.',
  'sender.contact_form_7.secret': 'el que se introduce como cabecera en el webhook del formulario',
  'sender.contact_form_7.description': 'Campos de un formulario de Contact Form 7, como your-name y your-email.',
  'sender.unbounce.enter_at':
    'En Unbounce, abra la página y luego «Integrations», «Webhooks», «Add webhook», e introduzca la URL. Unbounce no firma. Puede añadir una cabecera Authorization con «Bearer» y el secreto de este webhook.',
  'sender.unbounce.secret': 'el que se introduce como cabecera en Unbounce',
  'sender.unbounce.description': 'Leads de una página de Unbounce, por los nombres de sus campos.',
  'sender.form.enter_at': 'Introduzca la URL como dirección a la que envía su formulario o servicio de formularios.',
  'sender.form.title': 'Cualquier formulario',
  'sender.form.description':
    'JSON o un formulario HTML enviado con campos de nombres habituales (first_name, firstName, name, email, e-mail, company, phone, utm_source, …), a cualquier profundidad. Cualquier otro valor se guarda como campo adicional.',
  'sender.meta.enter_at':
    'En su aplicación de Meta, abra «Webhooks», elija «Page» y suscríbase a leadgen con esta URL y el token de verificación.',
  'sender.meta.secret': 'el secreto de la aplicación, en la configuración básica de su aplicación de Meta',
  'sender.meta.title': 'Anuncios para clientes potenciales de Meta',
  'sender.meta.description':
    'Leads de formularios de Facebook e Instagram, con la campaña de la que vienen. Meta anuncia un lead por su identificador; con un token de acceso, el lead se lee en Meta. Los leads con su field_data, como los envían los intermediarios, no necesitan token.',
  'sender.meta.verify_label': 'Token de verificación',
  'sender.meta.verify_help':
    'Una palabra a su elección. Introduzca la misma en Meta, que la envía cuando se registra la URL.',
  'sender.meta.access_label': 'Token de acceso de la página',
  'sender.meta.access_help':
    'Meta anuncia un lead solo por su número. Con un token de acceso de página de larga duración, Doorpost lee el lead.',
  'sender.google_ads.enter_at':
    'En Google Ads, edite el recurso de formulario de clientes potenciales y abra «Export leads from Google Ads», «Other data integration options». Introduzca la URL y una clave a su elección, y envíe datos de prueba.',
  'sender.google_ads.secret': 'la clave que se introduce en el formulario de clientes potenciales de Google Ads',
  'sender.google_ads.description':
    'Leads de formularios de clientes potenciales de Google Ads, con la campaña de la que vienen.',
  'sender.linkedin.enter_at':
    'Para los leads, cree una notificación de lead (POST /rest/leadNotifications) con esta URL. Para otros eventos, introdúzcala en su aplicación de LinkedIn, en «Webhooks». Se confirma al momento.',
  'sender.linkedin.secret': 'el secreto de cliente de su aplicación de LinkedIn',
  'sender.stripe.enter_at':
    'En Stripe, abra «Developers», «Webhooks», «Add endpoint» e introduzca la URL. Stripe muestra entonces el secreto de firma: introdúzcalo aquí en los ajustes.',
  'sender.stripe.secret': 'el secreto de firma del endpoint en Stripe (whsec_…)',
  'sender.stripe.title': 'Stripe Checkout',
  'sender.stripe.description':
    'Clientes de checkout.session.completed, con el importe, los campos propios y los metadatos; los demás eventos se omiten.',
  'sender.shopify.enter_at':
    'En Shopify, abra «Settings», «Notifications», «Webhooks» y cree uno con esta URL y el formato JSON.',
  'sender.shopify.secret':
    'el secreto de cliente de la aplicación de Shopify, o el que se muestra debajo de la lista de webhooks',
  'sender.shopify.title': 'Pedidos y clientes de Shopify',
  'sender.shopify.description':
    'Clientes de pedidos nuevos, con el importe y sus atributos del pedido, y clientes nuevos.',
  'sender.woocommerce.enter_at':
    'En WordPress, abra «WooCommerce», «Settings», «Advanced», «Webhooks», «Add webhook»: activo, tema «Order created» o «Customer created», la URL y un secreto.',
  'sender.woocommerce.secret': 'el secreto del webhook en WooCommerce',
  'sender.woocommerce.description': 'Clientes de una tienda de WooCommerce, de pedidos y cuentas nuevos.',
  'sender.paddle.enter_at':
    'En Paddle, abra «Developer tools», «Notifications», «New destination»: introduzca la URL y elija customer.created. Paddle muestra entonces la clave secreta del destino.',
  'sender.paddle.secret': 'la clave secreta del destino de notificaciones en Paddle (pdl_ntfset_…)',
  'sender.paddle.description': 'Clientes nuevos, con sus datos propios. Los demás eventos se omiten.',
  'sender.lemon_squeezy.enter_at':
    'En Lemon Squeezy, abra «Settings», «Webhooks» e introduzca la URL y un secreto de firma a su elección.',
  'sender.lemon_squeezy.secret': 'el secreto de firma que se introduce en el webhook de Lemon Squeezy',
  'sender.lemon_squeezy.description':
    'Clientes de pedidos y suscripciones nuevos, con sus datos propios. Los demás eventos se omiten.',
  'sender.squarespace.enter_at':
    'Squarespace acepta webhooks a través de su API: cree una suscripción de webhook con esta URL. La respuesta muestra su secreto. Squarespace anuncia un pedido solo por su identificador, así que las entregas se guardan pero no se convierten en contactos.',
  'sender.squarespace.secret': 'el secreto de la suscripción de webhook en Squarespace',
  'sender.github.enter_at':
    'En GitHub, abra el repositorio y luego «Settings», «Webhooks», «Add webhook». Elija application/json.',
  'sender.github.secret': 'el secreto que se introduce en el webhook de GitHub',
  'sender.slack.enter_at':
    'En su aplicación de Slack, abra «Event Subscriptions» e introduzca esto como «Request URL». Se confirma al momento.',
  'sender.slack.secret': 'el secreto de firma, en «Basic Information» de su aplicación de Slack',
  'sender.x.enter_at': 'Registre la URL con POST /2/webhooks de la API de X. Se confirma al momento.',
  'sender.x.secret': 'la clave secreta de la API (consumer secret) de su aplicación de X',
  'sender.microsoft.enter_at':
    'Cree una suscripción en Microsoft Graph con esta URL como notificationUrl y el mismo clientState.',
  'sender.microsoft.verify_label': 'clientState',
  'sender.microsoft.verify_help':
    'Una palabra a su elección. Dé la misma a la suscripción: Microsoft la envía con cada entrega.',
  'sender.mailchimp.enter_at':
    'En Mailchimp, abra «Audience», «Settings», «Webhooks», «Create new webhook» e introduzca la URL. Mailchimp no firma, así que mantenga la URL en secreto.',
  'sender.mailchimp.description':
    'Personas que se suscriben a una audiencia, con sus campos. Los demás eventos se omiten.',
  'sender.brevo.enter_at':
    'En Brevo, abra «Contacts», «Settings», «Webhooks», añada uno con esta URL para «Contact added to list» y elija la autenticación por token con el secreto de este webhook. Brevo no firma.',
  'sender.brevo.secret': 'el token o la contraseña que se introduce en el webhook de Brevo',
  'sender.brevo.description':
    'Contactos que se añaden a una lista o se cambian. Si Brevo no envía nombre, se toma el de la dirección.',
  'sender.kit.enter_at':
    'Kit acepta webhooks a través de su API: cree un endpoint de webhook (POST /v4/webhook_endpoints) con esta URL y el evento subscriber.created. La respuesta muestra su secreto una sola vez.',
  'sender.kit.secret': 'el secreto del endpoint de webhook en Kit',
  'sender.kit.description': 'Suscriptores nuevos, con sus campos. Los demás eventos se omiten.',
  'sender.activecampaign.enter_at':
    'En ActiveCampaign, abra «Settings», «Developer», «Manage webhooks», «Add» y elija «Subscribes». ActiveCampaign no firma, así que mantenga la URL en secreto.',
  'sender.activecampaign.description':
    'Personas que se suscriben a una lista, con sus campos. Los demás eventos se omiten.',
  'sender.hubspot.enter_at':
    'En HubSpot, añada «Send a webhook» a un flujo de trabajo basado en contactos: POST a esta URL, con todas las propiedades del contacto e «Include request signature in header». Los webhooks de una aplicación solo traen los identificadores de los contactos.',
  'sender.hubspot.secret':
    'el secreto de cliente de su aplicación de HubSpot, cuyo identificador se introduce en el flujo de trabajo',
  'sender.hubspot.description': 'Contactos que envía un flujo de trabajo de HubSpot.',
  'sender.pipedrive.enter_at':
    'En Pipedrive, abra «Tools and apps», «Webhooks», «Create new webhook»: versión 2, evento «create person». Pipedrive no firma. Introduzca cualquier «HTTP auth user» y, como contraseña, el secreto de este webhook.',
  'sender.pipedrive.secret': 'la contraseña HTTP que se introduce en el webhook de Pipedrive',
  'sender.pipedrive.description': 'Personas de Pipedrive. Los tratos, las organizaciones y similares se omiten.',
  'sender.intercom.enter_at':
    'En el Developer Hub de Intercom, abra su aplicación y luego «Webhooks», introduzca la URL y elija contact.lead.created y contact.user.created.',
  'sender.intercom.secret': 'el secreto de cliente, en «Basic information» de su aplicación de Intercom',
  'sender.intercom.description': 'Leads y usuarios nuevos de Intercom, con sus atributos. Los demás temas se omiten.',
  'sender.zendesk.enter_at':
    'En el Admin Center de Zendesk, abra «Apps and integrations», «Webhooks», «Create webhook»: elija el evento «User created» e introduzca la URL. El secreto de firma se muestra después.',
  'sender.zendesk.secret': 'el secreto de firma del webhook en Zendesk',
  'sender.zendesk.description':
    'Usuarios nuevos de Zendesk. Zendesk no envía el nombre, así que se toma el de la dirección.',
  'sender.standard.enter_at': 'Introduzca la URL donde el remitente pide el endpoint.',
  'sender.standard.secret': 'el que muestra el remitente, con o sin el prefijo',
  'sender.hmac.enter_at': 'Introduzca la URL donde el remitente pide el webhook o el endpoint.',
  'sender.hmac.secret': 'aquel con el que firma el remitente, llamado allí «signing secret», «key» o «token»',
  'sender.token.enter_at':
    'Introduzca la URL donde el remitente pide el webhook. Haga que envíe el secreto como contraseña (HTTP Basic, con cualquier nombre de usuario) o en una cabecera: «Authorization: Bearer …», X-Api-Key o X-Webhook-Token.',
  'sender.token.secret': 'la contraseña o el valor de la cabecera que se introduce en el remitente',
  'sender.none.enter_at': 'Introduzca la URL donde el remitente pide el webhook o el endpoint.',
}

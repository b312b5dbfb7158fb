import type { senders as english } from '../en/senders.ts'
import type { Translation } from '../translation.ts'

export const senders: Translation<typeof english> = {
  'sender.typeform.enter_at':
    'No Typeform, abra o formulário e depois “Connect”, “Webhooks”, “Add a webhook”. Insira aí a URL e o segredo.',
  'sender.typeform.secret': 'o segredo inserido no webhook do Typeform',
  'sender.typeform.description': 'Respostas de um Typeform, pelos títulos das perguntas, com os campos ocultos.',
  'sender.tally.enter_at':
    'No Tally, abra o formulário e depois “Integrations”, “Webhooks”. Insira aí a URL e o segredo de assinatura.',
  'sender.tally.secret': 'o segredo de assinatura inserido no webhook do Tally',
  'sender.tally.description':
    'Respostas de um formulário do Tally, pelos rótulos das perguntas, com os campos ocultos.',
  'sender.calendly.enter_at':
    'O Calendly aceita webhooks pela sua API: crie uma subscrição de webhook com esta URL e uma chave de assinatura.',
  'sender.calendly.secret': 'a chave de assinatura da subscrição de webhook no Calendly',
  'sender.calendly.description':
    'Pessoas que marcam uma reunião, com as respostas e a origem. Os cancelamentos são ignorados.',
  'sender.calcom.enter_at':
    'No Cal.com, abra “Settings”, “Developer”, “Webhooks”, “New”. Insira a URL e um segredo à sua escolha.',
  'sender.calcom.secret': 'o segredo inserido no webhook do Cal.com',
  'sender.calcom.description':
    'Pessoas que marcam uma reunião, com as respostas, nunca o organizador. Os outros eventos são ignorados.',
  'sender.jotform.enter_at':
    'No Jotform, abra o formulário e depois “Settings”, “Integrations”, “Webhooks”, e insira a URL. O Jotform não assina, por isso mantenha a URL em segredo.',
  'sender.jotform.description': 'Respostas de um Jotform, pelos nomes dos campos.',
  'sender.fillout.enter_at':
    'No Fillout, abra o formulário e depois “Integrate”, “Webhook”, e insira a URL. O Fillout não assina. No modo avançado, pode acrescentar um cabeçalho Authorization com “Bearer” e o segredo deste webhook.',
  'sender.fillout.secret': 'o que é inserido no cabeçalho Authorization do Fillout',
  'sender.fillout.description':
    'Respostas de um formulário do Fillout, pelos textos das perguntas, com os parâmetros da URL.',
  'sender.webflow.enter_at':
    'No Webflow, abra as configurações do site e depois “Apps & integrations”, “Webhooks”, “Add webhook”, e escolha “Form submission”. O Webflow só assina webhooks criados pela sua API, por isso mantenha a URL em segredo.',
  'sender.webflow.secret': 'o segredo de um webhook criado pela API do Webflow',
  'sender.webflow.description':
    'Formulários de um site Webflow, pelos nomes dos campos. Os outros eventos são ignorados.',
  'sender.framer.enter_at':
    'No Framer, selecione o formulário e depois “Send to”, “Webhook”, e insira a URL e um segredo à sua escolha.',
  'sender.framer.secret': 'o segredo inserido no webhook do Framer',
  'sender.framer.description': 'Formulários de um site Framer, pelos nomes dos campos de entrada.',
  'sender.elementor.enter_at':
    'No Elementor, edite o formulário, escolha “Webhook” em “Actions after submit” e insira a URL. O Elementor não assina, por isso mantenha a URL em segredo.',
  'sender.elementor.description': 'Respostas de um formulário do Elementor, pelos rótulos, com ou sem “Advanced data”.',
  'sender.gravity_forms.enter_at':
    'No WordPress, abra o formulário e depois “Settings”, “Webhooks”, “Add New”: POST, formato JSON, “Select Fields”, com nomes como first_name, last_name e email. O Gravity Forms não assina. Pode acrescentar um cabeçalho de pedido Authorization com “Bearer” e o segredo deste webhook.',
  'sender.gravity_forms.secret': 'o que é inserido como cabeçalho de pedido no Gravity Forms',
  'sender.gravity_forms.description': 'Entradas de um Gravity Form, pelos nomes que você der aos campos escolhidos.',
  'sender.wpforms.enter_at':
    'No WordPress, edite o formulário e depois “Settings”, “Webhooks”: insira a URL, POST, o formato JSON, um segredo e, para cada campo, um nome como first_name ou email.',
  'sender.wpforms.secret': 'o segredo do webhook no WPForms',
  'sender.wpforms.description': 'Entradas de um formulário do WPForms, pelos nomes que você der aos campos.',
  'sender.contact_form_7.enter_at':
    'No WordPress, instale o plugin “CF7 to Webhook”, abra o formulário e depois “Webhook”, e insira a URL. Ele não assina. Pode acrescentar um cabeçalho Authorization com “Bearer” e o segredo deste webhook.',
  'sender.contact_form_7.secret': 'o que é inserido como cabeçalho no webhook do formulário',
  'sender.contact_form_7.description': 'Campos de um formulário do Contact Form 7, como your-name e your-email.',
  'sender.unbounce.enter_at':
    'No Unbounce, abra a página e depois “Integrations”, “Webhooks”, “Add webhook”, e insira a URL. O Unbounce não assina. Pode acrescentar um cabeçalho Authorization com “Bearer” e o segredo deste webhook.',
  'sender.unbounce.secret': 'o que é inserido como cabeçalho no Unbounce',
  'sender.unbounce.description': 'Leads de uma página do Unbounce, pelos nomes dos campos.',
  'sender.form.enter_at': 'Insira a URL como o endereço para o qual o seu formulário ou serviço de formulários envia.',
  'sender.form.title': 'Qualquer formulário',
  'sender.form.description':
    'JSON ou um formulário HTML enviado com campos de nomes comuns (first_name, firstName, name, email, e-mail, company, phone, utm_source, …), em qualquer profundidade. Qualquer outro valor é guardado como campo adicional.',
  'sender.meta.enter_at':
    'No seu aplicativo da Meta, abra “Webhooks”, escolha “Page” e subscreva leadgen com esta URL e o token de verificação.',
  'sender.meta.secret': 'o segredo do aplicativo, nas configurações básicas do seu aplicativo da Meta',
  'sender.meta.title': 'Anúncios de cadastro da Meta',
  'sender.meta.description':
    'Leads de formulários do Facebook e do Instagram, com a campanha de onde vieram. A Meta anuncia um lead pelo identificador; com um token de acesso, o próprio lead é lido na Meta. Leads com field_data, como os intermediários enviam, não precisam de token.',
  'sender.meta.verify_label': 'Token de verificação',
  'sender.meta.verify_help':
    'Uma palavra à sua escolha. Insira a mesma na Meta, que a envia quando a URL é registrada.',
  'sender.meta.access_label': 'Token de acesso da página',
  'sender.meta.access_help':
    'A Meta anuncia um lead só pelo número. Com um token de acesso da página de longa duração, o Doorpost lê o próprio lead.',
  'sender.google_ads.enter_at':
    'No Google Ads, edite o recurso de formulário de lead e abra “Export leads from Google Ads”, “Other data integration options”. Insira a URL e uma chave à sua escolha, e envie dados de teste.',
  'sender.google_ads.secret': 'a chave inserida no formulário de lead do Google Ads',
  'sender.google_ads.description': 'Leads de formulários de lead do Google Ads, com a campanha de onde vieram.',
  'sender.linkedin.enter_at':
    'Para leads, crie uma notificação de lead (POST /rest/leadNotifications) com esta URL. Para outros eventos, insira-a no seu aplicativo do LinkedIn, em “Webhooks”. É confirmada imediatamente.',
  'sender.linkedin.secret': 'o segredo de cliente do seu aplicativo do LinkedIn',
  'sender.stripe.enter_at':
    'No Stripe, abra “Developers”, “Webhooks”, “Add endpoint” e insira a URL. O Stripe mostra então o segredo de assinatura: insira-o aqui nas configurações.',
  'sender.stripe.secret': 'o segredo de assinatura do endpoint no Stripe (whsec_…)',
  'sender.stripe.title': 'Stripe Checkout',
  'sender.stripe.description':
    'Clientes de checkout.session.completed, com o valor, os campos próprios e os metadados; os outros eventos são ignorados.',
  'sender.shopify.enter_at':
    'Na Shopify, abra “Settings”, “Notifications”, “Webhooks” e crie um com esta URL e o formato JSON.',
  'sender.shopify.secret': 'o segredo de cliente do aplicativo da Shopify, ou o mostrado abaixo da lista de webhooks',
  'sender.shopify.title': 'Pedidos e clientes da Shopify',
  'sender.shopify.description':
    'Clientes de novos pedidos, com o valor e os seus atributos do pedido, e novos clientes.',
  'sender.woocommerce.enter_at':
    'No WordPress, abra “WooCommerce”, “Settings”, “Advanced”, “Webhooks”, “Add webhook”: ativo, tópico “Order created” ou “Customer created”, a URL e um segredo.',
  'sender.woocommerce.secret': 'o segredo do webhook no WooCommerce',
  'sender.woocommerce.description': 'Clientes de uma loja WooCommerce, de novos pedidos e novas contas.',
  'sender.paddle.enter_at':
    'No Paddle, abra “Developer tools”, “Notifications”, “New destination”: insira a URL e escolha customer.created. O Paddle mostra então a chave secreta do destino.',
  'sender.paddle.secret': 'a chave secreta do destino de notificações no Paddle (pdl_ntfset_…)',
  'sender.paddle.description': 'Novos clientes, com os seus dados próprios. Os outros eventos são ignorados.',
  'sender.lemon_squeezy.enter_at':
    'No Lemon Squeezy, abra “Settings”, “Webhooks” e insira a URL e um segredo de assinatura à sua escolha.',
  'sender.lemon_squeezy.secret': 'o segredo de assinatura inserido no webhook do Lemon Squeezy',
  'sender.lemon_squeezy.description':
    'Clientes de novos pedidos e assinaturas, com os seus dados próprios. Os outros eventos são ignorados.',
  'sender.squarespace.enter_at':
    'O Squarespace aceita webhooks pela sua API: crie uma subscrição de webhook com esta URL. A resposta mostra o segredo. O Squarespace anuncia um pedido só pelo identificador, por isso as entregas são guardadas, mas não se tornam contatos.',
  'sender.squarespace.secret': 'o segredo da subscrição de webhook no Squarespace',
  'sender.github.enter_at':
    'No GitHub, abra o repositório e depois “Settings”, “Webhooks”, “Add webhook”. Escolha application/json.',
  'sender.github.secret': 'o segredo inserido no webhook do GitHub',
  'sender.slack.enter_at':
    'No seu aplicativo do Slack, abra “Event Subscriptions” e insira isto como “Request URL”. É confirmada imediatamente.',
  'sender.slack.secret': 'o segredo de assinatura, em “Basic Information” do seu aplicativo do Slack',
  'sender.x.enter_at': 'Registre a URL com POST /2/webhooks da API do X. É confirmada imediatamente.',
  'sender.x.secret': 'a chave secreta da API (consumer secret) do seu aplicativo do X',
  'sender.microsoft.enter_at':
    'Crie uma subscrição no Microsoft Graph com esta URL como notificationUrl e o mesmo clientState.',
  'sender.microsoft.verify_label': 'clientState',
  'sender.microsoft.verify_help':
    'Uma palavra à sua escolha. Dê a mesma à subscrição: a Microsoft envia-a com cada entrega.',
  'sender.mailchimp.enter_at':
    'No Mailchimp, abra “Audience”, “Settings”, “Webhooks”, “Create new webhook” e insira a URL. O Mailchimp não assina, por isso mantenha a URL em segredo.',
  'sender.mailchimp.description':
    'Pessoas que se inscrevem num público, com os seus campos. Os outros eventos são ignorados.',
  'sender.brevo.enter_at':
    'No Brevo, abra “Contacts”, “Settings”, “Webhooks”, adicione um com esta URL para “Contact added to list” e escolha a autenticação por token com o segredo deste webhook. O Brevo não assina.',
  'sender.brevo.secret': 'o token ou a senha inserida no webhook do Brevo',
  'sender.brevo.description':
    'Contatos adicionados a uma lista ou alterados. Se o Brevo não enviar nome, usa-se o do endereço.',
  'sender.kit.enter_at':
    'O Kit aceita webhooks pela sua API: crie um endpoint de webhook (POST /v4/webhook_endpoints) com esta URL e o evento subscriber.created. A resposta mostra o segredo uma única vez.',
  'sender.kit.secret': 'o segredo do endpoint de webhook no Kit',
  'sender.kit.description': 'Novos assinantes, com os seus campos. Os outros eventos são ignorados.',
  'sender.activecampaign.enter_at':
    'No ActiveCampaign, abra “Settings”, “Developer”, “Manage webhooks”, “Add” e escolha “Subscribes”. O ActiveCampaign não assina, por isso mantenha a URL em segredo.',
  'sender.activecampaign.description':
    'Pessoas que se inscrevem numa lista, com os seus campos. Os outros eventos são ignorados.',
  'sender.hubspot.enter_at':
    'No HubSpot, adicione “Send a webhook” a um fluxo de trabalho baseado em contatos: POST para esta URL, com todas as propriedades do contato e “Include request signature in header”. Os webhooks de um aplicativo trazem só os identificadores dos contatos.',
  'sender.hubspot.secret':
    'o segredo de cliente do seu aplicativo do HubSpot, cujo identificador é inserido no fluxo de trabalho',
  'sender.hubspot.description': 'Contatos que um fluxo de trabalho do HubSpot envia.',
  'sender.pipedrive.enter_at':
    'No Pipedrive, abra “Tools and apps”, “Webhooks”, “Create new webhook”: versão 2, evento “create person”. O Pipedrive não assina. Insira qualquer “HTTP auth user” e, como senha, o segredo deste webhook.',
  'sender.pipedrive.secret': 'a senha HTTP inserida no webhook do Pipedrive',
  'sender.pipedrive.description': 'Pessoas do Pipedrive. Negócios, organizações e afins são ignorados.',
  'sender.intercom.enter_at':
    'No Developer Hub do Intercom, abra o seu aplicativo e depois “Webhooks”, insira a URL e escolha contact.lead.created e contact.user.created.',
  'sender.intercom.secret': 'o segredo de cliente, em “Basic information” do seu aplicativo do Intercom',
  'sender.intercom.description':
    'Novos leads e usuários do Intercom, com os seus atributos. Os outros tópicos são ignorados.',
  'sender.zendesk.enter_at':
    'No Admin Center do Zendesk, abra “Apps and integrations”, “Webhooks”, “Create webhook”: escolha o evento “User created” e insira a URL. O segredo de assinatura é mostrado depois.',
  'sender.zendesk.secret': 'o segredo de assinatura do webhook no Zendesk',
  'sender.zendesk.description': 'Novos usuários do Zendesk. O Zendesk não envia o nome, por isso usa-se o do endereço.',
  'sender.standard.enter_at': 'Insira a URL onde o remetente pede o endpoint.',
  'sender.standard.secret': 'o que o remetente mostra, com ou sem o prefixo',
  'sender.hmac.enter_at': 'Insira a URL onde o remetente pede o webhook ou o endpoint.',
  'sender.hmac.secret': 'aquele com que o remetente assina, chamado lá “signing secret”, “key” ou “token”',
  'sender.token.enter_at':
    'Insira a URL onde o remetente pede o webhook. Faça-o enviar o segredo como senha (HTTP Basic, com qualquer nome de acesso) ou num cabeçalho: “Authorization: Bearer …”, X-Api-Key ou X-Webhook-Token.',
  'sender.token.secret': 'a senha ou o valor do cabeçalho inserido no remetente',
  'sender.none.enter_at': 'Insira a URL onde o remetente pede o webhook ou o endpoint.',
}

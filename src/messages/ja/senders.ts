import type { senders as english } from '../en/senders.ts'
import type { Translation } from '../translation.ts'

export const senders: Translation<typeof english> = {
  'sender.typeform.enter_at':
    'Typeformでフォームを開き、「Connect」→「Webhooks」→「Add a webhook」と進んで、URLとシークレットを入力します。',
  'sender.typeform.secret': 'TypeformのWebhookに入力するシークレット',
  'sender.typeform.description': 'Typeformの回答を質問のタイトルごとに、非表示フィールドとともに取り込みます。',
  'sender.tally.enter_at':
    'Tallyでフォームを開き、「Integrations」→「Webhooks」と進んで、URLと署名シークレットを入力します。',
  'sender.tally.secret': 'TallyのWebhookに入力する署名シークレット',
  'sender.tally.description': 'Tallyフォームの回答を質問のラベルごとに、非表示フィールドとともに取り込みます。',
  'sender.calendly.enter_at':
    'CalendlyのWebhookはAPIで登録します。このURLと署名キーでWebhookサブスクリプションを作成します。',
  'sender.calendly.secret': 'CalendlyのWebhookサブスクリプションの署名キー',
  'sender.calendly.description': '予約した人を、回答と流入元とともに取り込みます。キャンセルは対象外です。',
  'sender.calcom.enter_at':
    'Cal.comで「Settings」→「Developer」→「Webhooks」→「New」を開き、URLと任意のシークレットを入力します。',
  'sender.calcom.secret': 'Cal.comのWebhookに入力するシークレット',
  'sender.calcom.description': '予約した人を回答とともに取り込みます。主催者は含みません。ほかのイベントは対象外です。',
  'sender.jotform.enter_at':
    'Jotformでフォームを開き、「Settings」→「Integrations」→「Webhooks」と進んでURLを入力します。Jotformは署名しないため、URLは秘密にしてください。',
  'sender.jotform.description': 'Jotformの回答をフィールド名ごとに取り込みます。',
  'sender.fillout.enter_at':
    'Filloutでフォームを開き、「Integrate」→「Webhook」と進んでURLを入力します。Filloutは署名しません。詳細モードでは、「Bearer」とこのWebhookのシークレットを入れたヘッダーAuthorizationを追加できます。',
  'sender.fillout.secret': 'FilloutのヘッダーAuthorizationに入力するもの',
  'sender.fillout.description': 'Filloutフォームの回答を質問文ごとに、URLのパラメータとともに取り込みます。',
  'sender.webflow.enter_at':
    'Webflowでサイト設定を開き、「Apps & integrations」→「Webhooks」→「Add webhook」と進んで「Form submission」を選びます。WebflowはAPIで作成したWebhookにしか署名しないため、URLは秘密にしてください。',
  'sender.webflow.secret': 'WebflowのAPIで作成したWebhookのシークレット',
  'sender.webflow.description': 'Webflowサイトのフォームをフィールド名ごとに取り込みます。ほかのイベントは対象外です。',
  'sender.framer.enter_at':
    'Framerでフォームを選び、「Send to」→「Webhook」と進んで、URLと任意のシークレットを入力します。',
  'sender.framer.secret': 'FramerのWebhookに入力するシークレット',
  'sender.framer.description': 'Framerサイトのフォームを入力欄の名前ごとに取り込みます。',
  'sender.elementor.enter_at':
    'Elementorでフォームを編集し、「Actions after submit」で「Webhook」を選んでURLを入力します。Elementorは署名しないため、URLは秘密にしてください。',
  'sender.elementor.description':
    'Elementorフォームの回答をラベルごとに取り込みます。「Advanced data」の有無は問いません。',
  'sender.gravity_forms.enter_at':
    'WordPressでフォームを開き、「Settings」→「Webhooks」→「Add New」と進みます。POST、形式JSON、「Select Fields」を選び、名前はfirst_name、last_name、emailなどにします。Gravity Formsは署名しません。「Bearer」とこのWebhookのシークレットを入れたリクエストヘッダーAuthorizationを追加できます。',
  'sender.gravity_forms.secret': 'Gravity Formsのリクエストヘッダーに入力するもの',
  'sender.gravity_forms.description': 'Gravity Formsのエントリーを、選んだフィールドに付けた名前ごとに取り込みます。',
  'sender.wpforms.enter_at':
    'WordPressでフォームを編集し、「Settings」→「Webhooks」で、URL、POST、形式JSON、シークレット、各フィールドの名前（first_nameやemailなど）を入力します。',
  'sender.wpforms.secret': 'WPFormsのWebhookのシークレット',
  'sender.wpforms.description': 'WPFormsフォームのエントリーを、フィールドに付けた名前ごとに取り込みます。',
  'sender.contact_form_7.enter_at':
    'WordPressにプラグイン「CF7 to Webhook」をインストールし、フォームを開いて「Webhook」にURLを入力します。署名はされません。「Bearer」とこのWebhookのシークレットを入れたヘッダーAuthorizationを追加できます。',
  'sender.contact_form_7.secret': 'フォームのWebhookのヘッダーに入力するもの',
  'sender.contact_form_7.description':
    'your-nameやyour-emailなど、Contact Form 7のフォームのフィールドを取り込みます。',
  'sender.unbounce.enter_at':
    'Unbounceでページを開き、「Integrations」→「Webhooks」→「Add webhook」と進んでURLを入力します。Unbounceは署名しません。「Bearer」とこのWebhookのシークレットを入れたヘッダーAuthorizationを追加できます。',
  'sender.unbounce.secret': 'Unbounceのヘッダーに入力するもの',
  'sender.unbounce.description': 'Unbounceのページのリードをフィールド名ごとに取り込みます。',
  'sender.form.enter_at': 'フォームまたはフォームサービスの送信先アドレスとしてURLを入力します。',
  'sender.form.title': '任意のフォーム',
  'sender.form.description':
    '一般的な名前のフィールド（first_name、firstName、name、email、e-mail、company、phone、utm_sourceなど）を持つJSONまたは送信されたHTMLフォーム。深さは問いません。ほかの値はすべて追加フィールドとして残ります。',
  'sender.meta.enter_at':
    'Metaのアプリで「Webhooks」を開き、「Page」を選んで、このURLと検証トークンでleadgenを購読します。',
  'sender.meta.secret': 'Metaのアプリの基本設定にあるアプリシークレット',
  'sender.meta.title': 'Metaのリード獲得広告',
  'sender.meta.description':
    'FacebookとInstagramのフォームのリードを、流入元のキャンペーンとともに取り込みます。MetaはリードをIDだけで通知し、アクセストークンがあれば、リードそのものをMetaから読み取ります。中継サービスが送るfield_data付きのリードにトークンは不要です。',
  'sender.meta.verify_label': '検証トークン',
  'sender.meta.verify_help': '任意の語です。同じものをMetaにも入力します。URLの登録時にMetaが送信します。',
  'sender.meta.access_label': 'ページアクセストークン',
  'sender.meta.access_help':
    'Metaはリードを番号だけで通知します。長期のページアクセストークンがあれば、Doorpostがリードそのものを読み取ります。',
  'sender.google_ads.enter_at':
    'Google広告でリードフォームアセットを編集し、「Export leads from Google Ads」→「Other data integration options」を開きます。URLと任意のキーを入力して、テストデータを送信します。',
  'sender.google_ads.secret': 'Google広告のリードフォームに入力するキー',
  'sender.google_ads.description': 'Google広告のリードフォームのリードを、流入元のキャンペーンとともに取り込みます。',
  'sender.linkedin.enter_at':
    'リードの場合は、このURLでリード通知を作成します（POST /rest/leadNotifications）。ほかのイベントの場合は、LinkedInのアプリの「Webhooks」に入力します。すぐに確認されます。',
  'sender.linkedin.secret': 'LinkedInのアプリのクライアントシークレット',
  'sender.stripe.enter_at':
    'Stripeで「Developers」→「Webhooks」→「Add endpoint」を開き、URLを入力します。Stripeが署名シークレットを表示するので、ここの設定に入力します。',
  'sender.stripe.secret': 'Stripeのエンドポイントの署名シークレット（whsec_…）',
  'sender.stripe.title': 'Stripe Checkout',
  'sender.stripe.description':
    'checkout.session.completedの顧客を、金額、カスタムフィールド、メタデータとともに取り込みます。ほかのイベントは対象外です。',
  'sender.shopify.enter_at':
    'Shopifyで「Settings」→「Notifications」→「Webhooks」を開き、このURLと形式JSONで作成します。',
  'sender.shopify.secret': 'Shopifyのアプリのクライアントシークレット、またはWebhook一覧の下に表示されるもの',
  'sender.shopify.title': 'Shopifyの注文と顧客',
  'sender.shopify.description': '新しい注文の顧客を金額と注文の属性とともに取り込み、新しい顧客も取り込みます。',
  'sender.woocommerce.enter_at':
    'WordPressで「WooCommerce」→「Settings」→「Advanced」→「Webhooks」→「Add webhook」を開き、有効にして、トピック「Order created」または「Customer created」、URL、シークレットを設定します。',
  'sender.woocommerce.secret': 'WooCommerceのWebhookのシークレット',
  'sender.woocommerce.description': 'WooCommerceショップの顧客を、新しい注文と新しいアカウントから取り込みます。',
  'sender.paddle.enter_at':
    'Paddleで「Developer tools」→「Notifications」→「New destination」を開き、URLを入力してcustomer.createdを選びます。Paddleが送信先のシークレットキーを表示します。',
  'sender.paddle.secret': 'Paddleの通知先のシークレットキー（pdl_ntfset_…）',
  'sender.paddle.description': '新しい顧客をカスタムデータとともに取り込みます。ほかのイベントは対象外です。',
  'sender.lemon_squeezy.enter_at':
    'Lemon Squeezyで「Settings」→「Webhooks」を開き、URLと任意の署名シークレットを入力します。',
  'sender.lemon_squeezy.secret': 'Lemon SqueezyのWebhookに入力する署名シークレット',
  'sender.lemon_squeezy.description':
    '新しい注文とサブスクリプションの顧客をカスタムデータとともに取り込みます。ほかのイベントは対象外です。',
  'sender.squarespace.enter_at':
    'SquarespaceのWebhookはAPIで登録します。このURLでWebhookサブスクリプションを作成すると、応答にシークレットが表示されます。Squarespaceは注文をIDだけで通知するため、配信は保存されますが連絡先にはなりません。',
  'sender.squarespace.secret': 'SquarespaceのWebhookサブスクリプションのシークレット',
  'sender.github.enter_at':
    'GitHubでリポジトリを開き、「Settings」→「Webhooks」→「Add webhook」と進んで、application/jsonを選びます。',
  'sender.github.secret': 'GitHubのWebhookに入力するシークレット',
  'sender.slack.enter_at':
    'Slackのアプリで「Event Subscriptions」を開き、これを「Request URL」として入力します。すぐに確認されます。',
  'sender.slack.secret': 'Slackのアプリの「Basic Information」にある署名シークレット',
  'sender.x.enter_at': 'XのAPIのPOST /2/webhooksでURLを登録します。すぐに確認されます。',
  'sender.x.secret': 'XのアプリのAPIシークレットキー（consumer secret）',
  'sender.microsoft.enter_at':
    'Microsoft Graphで、このURLをnotificationUrlとし、同じclientStateを指定したサブスクリプションを作成します。',
  'sender.microsoft.verify_label': 'clientState',
  'sender.microsoft.verify_help':
    '任意の語です。サブスクリプションにも同じものを指定します。Microsoftは配信のたびにこれを送信します。',
  'sender.mailchimp.enter_at':
    'Mailchimpで「Audience」→「Settings」→「Webhooks」→「Create new webhook」を開き、URLを入力します。Mailchimpは署名しないため、URLは秘密にしてください。',
  'sender.mailchimp.description':
    'オーディエンスに登録した人を、そのフィールドとともに取り込みます。ほかのイベントは対象外です。',
  'sender.brevo.enter_at':
    'Brevoで「Contacts」→「Settings」→「Webhooks」を開き、「Contact added to list」用にこのURLで追加して、このWebhookのシークレットによるトークン認証を選びます。Brevoは署名しません。',
  'sender.brevo.secret': 'BrevoのWebhookに入力するトークンまたはパスワード',
  'sender.brevo.description':
    'リストに追加または変更された連絡先を取り込みます。Brevoが名前を送らない場合は、アドレスから取ります。',
  'sender.kit.enter_at':
    'KitのWebhookはAPIで登録します。このURLとイベントsubscriber.createdでWebhookエンドポイントを作成します（POST /v4/webhook_endpoints）。応答にシークレットが一度だけ表示されます。',
  'sender.kit.secret': 'KitのWebhookエンドポイントのシークレット',
  'sender.kit.description': '新しい購読者を、そのフィールドとともに取り込みます。ほかのイベントは対象外です。',
  'sender.activecampaign.enter_at':
    'ActiveCampaignで「Settings」→「Developer」→「Manage webhooks」→「Add」を開き、「Subscribes」を選びます。ActiveCampaignは署名しないため、URLは秘密にしてください。',
  'sender.activecampaign.description':
    'リストに登録した人を、そのフィールドとともに取り込みます。ほかのイベントは対象外です。',
  'sender.hubspot.enter_at':
    'HubSpotで、コンタクトベースのワークフローに「Send a webhook」を追加します。このURLへのPOSTで、すべてのコンタクトプロパティと「Include request signature in header」を選びます。アプリのWebhookはコンタクトのIDしか送りません。',
  'sender.hubspot.secret': 'ワークフローにIDを入力するHubSpotのアプリのクライアントシークレット',
  'sender.hubspot.description': 'HubSpotのワークフローが送信するコンタクトを取り込みます。',
  'sender.pipedrive.enter_at':
    'Pipedriveで「Tools and apps」→「Webhooks」→「Create new webhook」を開き、バージョン2、イベント「create person」を選びます。Pipedriveは署名しません。「HTTP auth user」には任意の名前、パスワードにはこのWebhookのシークレットを入力します。',
  'sender.pipedrive.secret': 'PipedriveのWebhookに入力するHTTP認証のパスワード',
  'sender.pipedrive.description': 'Pipedriveの人を取り込みます。取引や組織などは対象外です。',
  'sender.intercom.enter_at':
    'IntercomのDeveloper Hubでアプリを開き、「Webhooks」にURLを入力して、contact.lead.createdとcontact.user.createdを選びます。',
  'sender.intercom.secret': 'Intercomのアプリの「Basic information」にあるクライアントシークレット',
  'sender.intercom.description':
    'Intercomの新しいリードとユーザーを属性とともに取り込みます。ほかのトピックは対象外です。',
  'sender.zendesk.enter_at':
    'ZendeskのAdmin Centerで「Apps and integrations」→「Webhooks」→「Create webhook」を開き、イベント「User created」を選んでURLを入力します。署名シークレットはその後に表示されます。',
  'sender.zendesk.secret': 'ZendeskのWebhookの署名シークレット',
  'sender.zendesk.description':
    'Zendeskの新しいユーザーを取り込みます。Zendeskは名前を送らないため、名はアドレスから取ります。',
  'sender.standard.enter_at': '送信元がエンドポイントを求める場所にURLを入力します。',
  'sender.standard.secret': '送信元が表示するもの（プレフィックスの有無は問わない）',
  'sender.hmac.enter_at': '送信元がWebhookまたはエンドポイントを求める場所にURLを入力します。',
  'sender.hmac.secret': '送信元が署名に使うもの（送信元では「signing secret」「key」「token」などと呼ばれる）',
  'sender.token.enter_at':
    '送信元がWebhookを求める場所にURLを入力します。シークレットは、パスワード（HTTP Basic、ユーザー名は任意）またはヘッダー「Authorization: Bearer …」、X-Api-Key、X-Webhook-Tokenで送信させます。',
  'sender.token.secret': '送信元に入力するパスワードまたはヘッダーの値',
  'sender.none.enter_at': '送信元がWebhookまたはエンドポイントを求める場所にURLを入力します。',
}

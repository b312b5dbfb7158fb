/** The fixed texts of a drawn form. The dashboard loads them too, for its preview. */
export const formPage = {
  'form_page.required': 'Fields with * are required.',
  'form_page.send': 'Send',
  'form_page.choose': 'Please choose',
} as const

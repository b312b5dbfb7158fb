/** The fixed texts of a drawn form. The dashboard loads them too, for its preview. */
export const formPage = {
  'form_page.required': 'Fields with * are required.',
  'form_page.send': 'Send',
  'form_page.choose': 'Please choose',
  'form_page.only_if': 'Only if “{field}” is: {values}',
  'form_page.only_unless': 'Only if “{field}” is not: {values}',
  'form_page.only_filled': 'Only if “{field}” is filled in',
  'form_page.step': 'Step {at} of {count}',
  'form_page.next': 'Next',
  'form_page.back': 'Back',
  'form_page.draft': 'We kept what you typed here before, in this browser only.',
  'form_page.clear': 'Clear it',
  'form_page.languages': 'Language',
} as const

const PARAMETER =
  /^(?:utm_.*|dp|landing_page|referrer(?:_.*)?|form|[gm]clid|fbclid|msclkid|li_fat_id|[gw]braid|user_agent|ip)$/i

/** Whether a website sends a field of this name along by itself: nobody typed its value. */
export function isTrackingParameter(name: string): boolean {
  return PARAMETER.test(name)
}

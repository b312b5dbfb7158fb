import { Page } from '../parts/page/Page.tsx'
import { Together } from '../parts/page/Together.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import classes from './Overview.module.css'
import { ContactsPlot } from './plot/ContactsPlot.tsx'
import { Upcoming } from './Upcoming.tsx'

/** On a narrow screen, what needs a person comes first. */
export function Overview() {
  return (
    <Page title="Overview">
      <Together>
        <FirstSteps />
        <div className={classes.areas}>
          <div style={{ gridArea: 'needs' }}>
            <NeedsYou />
          </div>
          <div style={{ gridArea: 'contacts' }}>
            <ContactsPlot />
          </div>
          <div style={{ gridArea: 'upcoming' }}>
            <Upcoming />
          </div>
        </div>
      </Together>
    </Page>
  )
}

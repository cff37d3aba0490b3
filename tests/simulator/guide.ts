import { decimalCid } from '@/server/places/identifiers/cid'
import { sharedCodes } from './links/shared'
import { type SpecialLink, specialLinks } from './links/special'
import { landmark, madeUpIds, simulatedStatuses } from './listings'
import { refusedKeys } from './places/keys'
import { specialPlaces } from './places/special'

/** The simulator's addresses, for the app. */
interface Addresses {
  placesUrl: string
  legacyUrl: string
  mapstoolsUrl: string
  linksUrl: string
  apiKey: string
}

/** Explains how to use the simulator: how to start the app with it, and which special links and places it has. */
export function guide({ placesUrl, legacyUrl, mapstoolsUrl, linksUrl, apiKey }: Addresses): string {
  return [
    'The simulated Google. Start Pinref against it:',
    '',
    `  GOOGLE_MAPS_API_KEY=${apiKey} GOOGLE_PLACES_URL=${placesUrl} GOOGLE_LEGACY_PLACES_URL=${legacyUrl} \\`,
    `  GOOGLE_MAPSTOOLS_URL=${mapstoolsUrl} LINK_GATEWAY_URL=${linksUrl} npm start`,
    '',
    'It knows the listings of the sample, and a million others:',
    ...table([['9100000000000000001 + 10 × N', 'Numbered listing N, in German Eintrag N', 'N from 0 to 999999']]),
    '',
    'A bare CID can be looked up by a place id with a zero first half, and through the older Places API:',
    ...table([
      ['--zero-half canonical|400|404', 'what such a place id is answered with'],
      ['--legacy denied|enabled', 'whether the project has the older API; new projects have not'],
    ]),
    '',
    'Short links are also known to the Resolution API:',
    ...table([['--resolution denied|documented|every', 'whether the project has it, and for which links']]),
    '',
    'A listing is known by one place id. Any other of its CID is stale; its CID lives on:',
    ...table([[madeUpIds(landmark.cid).placeId, `a stale place id of ${landmark.title}`]]),
    '',
    'A listing can be moved, merged, removed, closed and restored on command:',
    `  curl ${placesUrl}/control/listings -d '{ "place_id": "${landmark.placeId}", "gone": true }'`,
    ...table([
      ['"gone": true', 'it no longer exists'],
      ['"moved_to": "<place id of its own CID>"', 'it has that place id, and its old one is stale'],
      ['"moved_to": "<place id of another listing>"', 'it was merged into that listing'],
      [
        `"business_status": "CLOSED_PERMANENTLY"`,
        `its business is closed for good, or any of: ${simulatedStatuses.join(', ')}`,
      ],
      ['none of these', 'it is as it was at first'],
    ]),
    'The body can also be a list of such changes.',
    '',
    'Places with a behaviour. Resolve the place id or the CID, or search for the name.',
    ...table(
      specialPlaces.map(({ listing, says, error }) => [
        listing.placeId,
        decimalCid(listing.cid),
        // A name may contain terminal escape sequences.
        listing.title.replace(/[^\P{C}]/gu, '·'),
        error ? `${says} (${error})` : says,
      ]),
    ),
    '',
    'Short links with a behaviour. Every other code is a dead link; those of the sample lead where they were seen to.',
    ...links('that lead on', specialLinks.leadingOn),
    ...links('that fail', specialLinks.failing),
    ...links('with faults on the way', specialLinks.onTheWay),
    ...links('of Business Profiles', specialLinks.profiles),
    ...links('that the Resolution API answers strangely', specialLinks.strangelyResolved),
    ...links('that lead where nobody may follow', specialLinks.toTricks),
    '',
    'Links to search results: https://share.google/<code> and https://g.co/kgs/<code>',
    ...table(sharedCodes),
    '',
    'Keys that are refused (GOOGLE_MAPS_API_KEY); every other key is not valid:',
    ...table([...refusedKeys]),
    '',
  ].join('\n')
}

function links(title: string, group: readonly SpecialLink[]): string[] {
  return ['', `Links ${title}:`, ...table(group.map(({ link, says }) => [`https://${link}`, says]))]
}

/** Returns rows with aligned columns. */
function table(rows: ReadonlyArray<readonly string[]>): string[] {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(cell.length, most[at] ?? 0)), [])
  return rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
}

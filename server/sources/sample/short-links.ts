import type { ShortLink } from '@/server/links/reference'

/**
 * Short links and their recorded targets: the first hop, without its tracking parameters. Most point to a listing outside the
 * sample; three point to a street view or a bare position, as such links do in the wild.
 */
export const recordedLinks: ReadonlyMap<string, string> = new Map([
  [
    'goo.gl/maps/AK13hVJLjnveWZqJA',
    'https://www.google.com/maps/place/bauMax/@50.0543547,14.4763896,16.75z/data=!4m5!3m4!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2!8m2!3d50.0560684!4d14.4729532?shorturl=1',
  ],
  [
    'goo.gl/maps/eUYMwABdpv9NNSDX7',
    'https://www.google.com/maps/@49.3066028,14.1467086,3a,18.9y,183.06h,80.32t/data=!3m6!1e1!3m4!1sG_jhN5mTBL-WeQuz6PMcGA!2e0!7i13312!8i6656?shorturl=1',
  ],
  [
    'goo.gl/maps/pPZ91TfW2edvejbb6',
    "https://www.google.com/maps/place/49%C2%B016'12.8%22N+14%C2%B002'46.4%22E/@49.2702269,14.0456688,19z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!7e2!8m2!3d49.2702263!4d14.0462163?shorturl=1",
  ],
  [
    'goo.gl/maps/rgZZt125tpvf2rnCA',
    "https://www.google.cz/maps/place/49%C2%B058'58.2%22N+14%C2%B034'17.1%22E/@49.9827605,14.568364,16.5z/data=!4m5!3m4!1s0x0:0x0!8m2!3d49.982825!4d14.571417?shorturl=1",
  ],
  [
    'maps.app.goo.gl/PRwZr2cHQLfqxbNw9',
    'https://www.google.com/maps/place/Mount+Victoria+Lookout+Lookout+Road,+Hataitai,+Wellington+6021,+New+Zealand/data=!4m2!3m1!1s0x6d38afb87f13e1ab:0xe742261518feaf25',
  ],
  [
    'maps.app.goo.gl/W5wPRJ5FMJxgaisf9',
    'https://www.google.com/maps/place//data=!4m2!3m1!1s0x470ca641f10695db:0xb713349b154e782d',
  ],
  [
    'maps.app.goo.gl/X5bZDTSFfdRzchGY6',
    'https://www.google.com/maps/place/bauMax,+Chodovsk%C3%A1+1549%2F18,+101+00+Praha+10/data=!4m2!3m1!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2',
  ],
  [
    'maps.app.goo.gl/iu6R2nSaADjRKg4P6',
    'https://www.google.com/maps/place/Restaurace+Na+Ml%C3%ADk%C3%A1rn%C4%9B,+Blanick%C3%A1+816,+258+01+Vla%C5%A1im/data=!4m2!3m1!1s0x470c883394633663:0x6b862764e64740a',
  ],
  [
    'maps.app.goo.gl/FoksPtKVKYoeAt4w8',
    'https://www.google.com/maps/place/Botanischer+Garten+Akureyri,+Eyrarlandsvegur,+600+Akureyri,+Island/@65.6751571,-18.0938308,16z/data=!4m6!3m5!1s0x48d28f10097bae63:0x44227d7e2f101ffc!8m2!3d65.6751571!4d-18.0938308!16s%2Fm%2F012tqmbj',
  ],
  [
    'maps.app.goo.gl/TmbeHMiLEfTBws9EA',
    'https://www.google.com/maps/place/RAI+-+Romantic+%26+Intimate,+Calea+Victoriei+202+Bucure%C8%99ti,+Bucuresti+010098,+Rom%C3%A2nia/@44.4490541,26.0888398,15z/data=!4m6!3m5!1s0x40b1ffed911b9fcf:0x7394a7e7855d3929!8m2!3d44.4490541!4d26.0888398!16s%2Fg%2F11svmp0zhs',
  ],
  [
    'maps.app.goo.gl/v4MDUi9mCrh3mNjz8',
    'https://maps.google.com?q=Caf%C3%A9+Heinemann,+Bismarckstra%C3%9Fe+91,+41061+M%C3%B6nchengladbach&ftid=0x47b8ac99b0a68bdd:0x8024629be3e9996',
  ],
])

/** Returns the recorded target of a short link, an absolute URL; null if there is none. */
export function recordedTarget(link: ShortLink): string | null {
  return recordedLinks.get(`${link.host}/${link.path}`) ?? null
}

/** A link found in the wild, or written by a tool, and its CID. */
export interface RareLink {
  url: string
  /** Decimal; null if nothing in the link identifies a single listing. */
  cid: string | null
  /** The listing's Knowledge Graph id, if the link has it. */
  kgId?: string
}

/** 170 links with rare or misleading forms. */
export const rareLinks: Record<string, RareLink[]> = {
  'API urls': [
    { url: 'https://places.googleapis.com/v1/places/ChIJN1t_tDeuEmsRUsoyG83frY4', cid: '10281119596374313554' },
    { url: 'https://places.googleapis.com/v1/places/ChIJ2fzCmcW7j4AR2JzfXBBoh6E', cid: '11639386181449260248' },
    {
      url: 'https://maps.googleapis.com/maps/api/place/details/json?place_id=ChIJCVKnQkOhU0YRctd2LNO0GT8&fields=name,rating,reviews,formatted_address&key=K',
      cid: '4546864117884311410',
    },
    {
      url: 'https://maps.googleapis.com/maps/api/place/details/json?place_id=ChIJN1t_tDeuEmsRUsoyG83frY4&key=K',
      cid: '10281119596374313554',
    },
    {
      url: 'https://maps.googleapis.com/maps/api/place/details/json?placeid=ChIJ_8ztAq32K4gRF44mljnynd0&key=K',
      cid: '15969186182871813655',
    },
    {
      url: 'https://maps.googleapis.com/maps/api/place/details/json?placeid=ChIJKSp50NI0K4gR6C6L3yYqpYY&fields=name&key=K',
      cid: '9702207318687166184',
    },
  ],
  'app schemes': [
    {
      url: 'intent://maps.google.com/maps?cid=10281119596374313554#Intent;scheme=https;package=com.google.android.apps.maps;end',
      cid: '10281119596374313554',
    },
    { url: 'comgooglemapsurl://maps.google.com/?cid=10281119596374313554', cid: '10281119596374313554' },
  ],
  'cid g_mp': [
    {
      url: 'https://maps.google.com/?cid=1337614840498094983&g_mp=Cidnb29nbGUubWFwcy5wbGFjZXMudjEuUGxhY2VzLlNlYXJjaFRleHQ',
      cid: '1337614840498094983',
    },
  ],
  'cid=<feature id>': [
    { url: 'https://www.google.com/maps?cid=0x3397c93a2fbaed95:0x6b0c659848c94dde', cid: '7713651966509403614' },
    { url: 'https://www.google.com/maps?cid=0x89d4cdaa61cd7613:0xf0845188efaf56c6', cid: '17331066914607158982' },
  ],
  'cid=ChIJ (mis-built)': [
    { url: 'https://maps.google.com/?cid=ChIJWWqhxYotpg0RJQdUsvwxXBM', cid: '1395044945971382053' },
    { url: 'https://maps.google.com/?cid=ChIJtyK_p15kJA0R74rzbKMMGJo', cid: '11103638777329060591' },
    { url: 'https://maps.google.com/?cid=ChIJ8dw6RE6mJIgRsdro9IDycLk', cid: '13362446730086898353' },
    { url: 'https://maps.google.com/?cid=ChIJxfl4UzoBfI4Rk_exFjQH9SA', cid: '2374812298808260499' },
    { url: 'https://maps.google.com/?cid=ChIJFctNSzMDLw0RdXT2G4qe7PQ', cid: '17648655355769943157' },
  ],
  'cid=0,0,<number> (2009 to 2013)': [
    {
      url: 'http://maps.google.com.au/maps?hl=en&ie=UTF-8&q=suzie+wong+newmarket&fb=1&gl=au&hq=suzie+wong&hnear=Newmarket+QLD&cid=0,0,399946272996793355&ei=2jKJTe2AMYiqcZjm0cIM&sa=X&oi=local_result',
      cid: null,
    },
  ],
  'embed as a page writes it in its script': [
    {
      url: '\\u003Ciframe src=\\"https:\\u002F\\u002Fwww.google.com\\u002Fmaps\\u002Fembed?pb=!1m18!1m12!1m3!1d3614.8656609465384!2d121.53875451444651!3d25.03863268397022!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x3442a983817f600d%3A0xa055f2f16c67c77d!2z56S-5pyD5Ym15paw5a-m6amX5Lit5b-D!5e0!3m2!1szh-TW!2stw\\" width=\\"600\\"\\u003E',
      cid: '11553407537808656253',
    },
  ],
  'cid=hex': [
    { url: 'https://www.google.com/maps?cid=0x42dc8c85cafabf51', cid: '4817880207643557713' },
    { url: 'https://www.google.com/maps?cid=0xaa8fe344e1e346b3', cid: '12290291793104422579' },
    { url: 'https://www.google.com/maps?cid=0x79d9f143bf06960a', cid: '8780314221805475338' },
  ],
  contrib: [{ url: 'https://www.google.com/maps/contrib/106383080176387870829/reviews?hl=en', cid: null }],
  'contrib place': [
    {
      url: 'https://www.google.com/maps/contrib/103805375822734580186/place/ChIJJaA6g_rPGjkR2-vbSwAq9UY/@31.3438659,76.2800038,17.25z/data=!4m8!1m7!3m6!1s0x391acffa833aa025:0x46f52a004bdbebdb!2sNight+Star+guest+house+and+Bar+Restaurant!8m2!3d31.3!4d76.2',
      cid: '5113039132710136795',
    },
  ],
  destination_place_id: [
    {
      url: 'https://www.google.com.mx/maps/dir/?api=1&destination=21.1417365,-98.4200389&destination_place_id=ChIJt4eVHfUdQIYRzgOCdVOqiEE&travelmode=driving',
      cid: '4722211484728427470',
    },
    {
      url: 'https://www.google.com/maps/dir/?api=1&destination=Hotel+Silver+Sand+Multan&destination_place_id=ChIJXz1OzmQxOzkR0D8_sKCUClw',
      cid: '6632276819129090000',
    },
    {
      url: 'https://www.google.com/maps/dir/?api=1&origin=21.389144,39.846823&destination=Jabal Thawr Cultural District&destination_place_id=ChIJZ9-37Y0FwhUR0IyGPROyaKY&travelmode=walking&zoom=14',
      cid: '11991029803580296400',
    },
  ],
  'dir two place ids': [
    {
      url: 'https://www.google.com/maps/dir/?api=1&origin=SLEEP+WITH+ME+HOTEL+Patong&origin_place_id=ChIJC7cizaQ6UDARIaoXtGwH5MA&destination=7-Eleven&travelmode=walking&destination_place_id=ChIJo1xNniI7UDARIbDTxORgH7I',
      cid: null,
    },
  ],
  'earth/rpc/entity fid': [
    {
      url: 'https://www.google.com/earth/rpc/entity?lat=27.3052133&lng=88.25156179999999&fid=0x39e685d35d570dcf:0xbba9d8f51db0ca38&q=Pemayangtse&authuser=2',
      cid: '13522577903433337400',
    },
    {
      url: 'https://www.google.com/earth/rpc/entity?lat=26.7233871&lng=128.2649092&fid=0x34e4411b7da459a7:0xaa0051b7317f20b1&hl=ja',
      cid: '12249880833699029169',
    },
    {
      url: 'https://www.google.com/earth/rpc/entity?lat=52.1824&lng=21.0266&fid=0x47193282429e8973:0xa49082e5fdb810d0&hl=pl&gl=pl&client=earth-client',
      cid: '11858121743182336208',
    },
  ],
  embed: [
    {
      url: 'https://www.google.com/maps/embed?pb=!1m14!1m8!1m3!1d12097.433213460943!2d-74.0062269!3d40.7101282!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x0%3A0xb89d1fe6bc499443!2sDowntown+Conference+Center!5e0!3m2!1smk!2sbg!4v1539943755621',
      cid: '13302823950184191043',
    },
  ],
  'embed directions place_id': [
    {
      url: 'https://www.google.com/maps/embed/v1/directions?key=AIza&origin=place_id:ChIJ6WzacndOUkYR0_ozzT-vnyc&destination=59.3,18.0',
      cid: null,
    },
  ],
  ftid: [
    { url: 'https://maps.google.com/maps?ftid=0x3ba85f19777fc71d:0x85ae7606e4580b5b', cid: '9632766424964926299' },
    { url: 'https://www.google.com/maps?ftid=0x14cab9eaf6c4d8b3:0xb19442e13f909950', cid: '12795925976467937616' },
    // An invented identifier: no cell on Earth has a number this short.
    { url: 'https://maps.google.com/?q=Burger+House&ftid=0x8e44:0x5c', cid: null },
    {
      url: 'https://maps.google.com?q=%DA%A9%D9%84%DB%8C%D9%86%DB%8C%DA%A9%20%D8%B2%DB%8C&ftid=0x3f8def006236f4c9:0x1df9f00288829bf2',
      cid: '2160021389971725298',
    },
    {
      url: 'http://maps.google.com/maps/place?ftid=0x886c66a71b2aa22b:0xc7a586e1b4f2a7e4&q=2719+E+10th+street&hl=en&gl=us&ved=0CA4Q-gswAA&sa=X&ei=BKCYTtnRJIiCNOXvgYMF',
      cid: '14386052888666482660',
    },
    {
      url: 'https://maps.google.com/?q=Vicente+de+Carvalho,+Rio+de+Janeiro+-+State+of+Rio+de+Janeiro,+Brazil&ftid=0x997cb946fdae7b:0x4a1775041d5cd0aa',
      cid: '5338864543803953322',
    },
    { url: 'https://www.google.com/maps?ftid=0x3540e70c75a8c961:0x4956ef597574e46a', cid: '5284674380267578474' },
  ],
  'g.page/r': [
    { url: 'https://g.page/r/CWQgJ2tAtguBEAE/review', cid: '9298726243428409444' },
    { url: 'https://g.page/r/CWkabtmzbkabEAg/review', cid: '11188752042974648937' },
    { url: 'https://g.page/r/CTVasghVlFBqEBM/review', cid: '7660786059096250933' },
    { url: 'https://g.page/r/Ca2jsWW-MkfvEAE/review', cid: '17241805491742548909' },
    { url: 'https://g.page/r/CSBqWru1WFp7EBM/review', cid: '8888514352124684832' },
  ],
  'g.page/r fake': [{ url: 'https://g.page/r/cGoldenGlowNails/review', cid: null }],
  'geocode route + ftid': [
    {
      url: 'https://maps.google.com/?geocode=FRjuUQAdXHPD_w%3D%3D;FXbsUQAdsfnD_ymZMkL8ZO3BDzHh9e6gh7tL0Q%3D%3D&daddr=Riviera%20Faya,%20Abidjan&saddr=5.3693685,-3.9681648&dirflg=d&ftid=0xfc1ed64fc423299:0xd14bbb87a0eef5e1&lucs=,94224825,94227247',
      cid: '15081353968375231969',
    },
  ],
  'gmb profile': [{ url: 'https://business.google.com/n/12130706210459521632/searchprofile', cid: null }],
  gs_ssp: [
    {
      url: 'https://www.google.com/search?gs_ssp=eJzj4tVP1zc0zEjJsjTPLsk1YLRSNaiwsDBKSjM1Mk4zs0xONrQwtjKoSLFMTUxJNTK1NE5KNTA0NPJiK87IzCtPBAAnZBHq&q=shinwa&rlz=1C1UEAD_enCA1144CA1144&oq=shinwa&sourceid=chrome&ie=UTF-8',
      cid: '15702607303754514706',
    },
    {
      url: 'https://www.google.com/search?gs_ssp=eJzj4tFP1zcsKCkrMU8zLTdgtFI1qDA0Nk5KTExKSUtLTTZPMTW1MqgwMTIzTDQyTzI1MTM0M04z9RIuyM_JV0hJzclJVCgsTczJLDm8AAA8Kxdx&q=polo+della+qualit%C3%A0&oq=polo+de',
      cid: '4783282929824523253',
    },
  ],
  'gs_ssp +mpd': [
    {
      url: 'https://www.google.com/search?gs_ssp=eJzj4tVP1zc0LC4oL8ozK88yYLRSNagwTko0T01LTk60SDZKM0pMszKoSEoxNbawsDRPskgxNzYxSfJiK8xLrEwpBgBZoBMV&q=qnayds&rlz=1CDGOYI_enIN1209IN1210&oq=qnayds&hl=en-GB&sourceid=chrome-mobile&ie=UTF-8#ebo=0&mpd=~3379620392164112321/customers/reviews',
      cid: '13642397881457914955',
    },
  ],
  'hotels entity': [
    {
      url: 'https://www.google.com/travel/hotels/entity/CgkIzu3T55K1-kwQAQ?hl=en&utm_source=htls',
      cid: '43322584249726670',
    },
    {
      url: 'https://www.google.com/travel/hotels/entity/ChgIvvqZseCp27F0GgwvZy8xaGR6ejNrcDcQAQ?hl=en&utm_source=htls',
      cid: '8386667112972057918',
      kgId: '/g/1hdzz3kp7',
    },
    {
      url: 'https://www.google.com/travel/hotels/entity/ChoIzdz_5I62_pTLARoNL2cvMTFkenRzMWszehAB?hl=en&utm_source=htls',
      cid: '14639506602023972429',
      kgId: '/g/11dzts1k3z',
    },
    {
      url: 'https://www.google.com/travel/hotels/entity/ChkImKWIq8KR6MtAGg0vZy8xMXBkcjAxbjNtEAE?hl=en&utm_source=htls',
      cid: '4654365263693746840',
      kgId: '/g/11pdr01n3m',
    },
    {
      url: 'https://www.google.com/travel/hotels/entity/ChgI98PmmYGh5fJgGgwvZy8xMmNueDRyN3IQAQ?hl=en&utm_source=htls',
      cid: '6982150659222643191',
      kgId: '/g/12cnx4r7r',
    },
    {
      url: 'https://www.google.com/travel/hotels/entity/ChQIzu3T55K1-kwaCS9tLzA1MnR2chAB?hl=en&utm_source=htls',
      cid: '43322584249726670',
      kgId: '/m/052tvr',
    },
  ],
  'hotels <name>/entity': [
    {
      url: 'https://www.google.com/travel/hotels/%D9%81%D9%86%D8%AF%D9%82%20%D8%B9%D8%AC%D9%84%D9%88%D9%86./entity/CgsImOvGv8OT4-vmARAB?g2lb=2502547%2C4208993&hl=en&gl=jo&un=1&q=',
      cid: '16633918351297590680',
    },
    {
      url: 'https://www.google.com/travel/hotels/google%20el%20buho%20departamentos/entity/CgoI8au9kcatnNYGEAE/overview?q=google%20el%20buho%20departamentos',
      cid: '480883970539476465',
    },
  ],
  'hotels/s': [
    { url: 'https://www.google.com/travel/hotels/s/woACXFERDhtoYqFE9', cid: null },
    { url: 'https://www.google.com/travel/hotels/s/N3xqb', cid: null },
  ],
  'hotels entity (rental)': [
    {
      url: 'https://www.google.com/travel/hotels/entity/ChkQp5T1uba_qKpQGg0vZy8xMXo5cmh6MG03EAI?hl=en&gl=CA',
      cid: null,
    },
  ],
  'local.google.com/place?id': [
    {
      url: 'https://local.google.com/place?id=2167793724746878381&use=posts&lpsid=CIHM0ogKEICAgICSj-uXGw',
      cid: '2167793724746878381',
    },
    { url: 'https://local.google.com/place?id=4308525716937514437&use=srp&hl=en', cid: '4308525716937514437' },
    { url: 'https://local.google.com/place?id=975978498955128644&use=srp&hl=en', cid: '975978498955128644' },
  ],
  'local/imagery fid': [
    {
      url: 'https://www.google.com/local/imagery/report/?cb_client=maps_sv.tactile&image_key=!1e10!2sAF1QipO1_lxhyr1BF2iM9TUEUGeVBh-ElXb4d3-bvjzK&fid=0x0:0xb63f497872a77ae9',
      cid: '13132295820104137449',
    },
    {
      url: 'www.google.com/local/imagery/report/?cb_client=maps_sv.tactile&image_key=!1e10!2sCIABIhBYLzUcavng7hqyvo6qTCx2&fid=0x0:0xe684916813be906c',
      cid: '16610561201843114092',
    },
  ],
  'local/place/fid': [
    {
      url: 'https://www.google.com/local/place/fid/0x3b05dd2524ebd5e7:0x8365a3b1706d469a/photosphere?iu=https://streetviewpixels-pa.googleapis.com/v1/thumbnail?panoid%3DMD1m3L8mp2X03HbXQ0xgiA%26cb_client%3Dsearch',
      cid: '9468153774107084442',
    },
    {
      url: 'https://www.google.com/local/place/fid/0x8620a66d391f6fb5:0x2160af1c86344b48/photosphere?iu=https://streetviewpixels-pa.googleapis.com/v1/thumbnail?panoid%3DMD1m3L8mp2X03HbXQ0xgiA%26cb_client%3Dsearch',
      cid: '2405114738061364040',
    },
  ],
  lrd: [
    {
      url: 'https://www.google.com/search?q=clarity+clinic#lrd=0x30e29ed751e1fcc1:0xd9b3e75e3de50ee0,1,,,,',
      cid: '15687136319012933344',
    },
    {
      url: 'https://www.google.com/search?q=LavaBem+Express+Porto+Alegre#lrd=0x9519776f8e7b99c7:0x1d4734685e82103d,3',
      cid: '2109712573313191997',
    },
    {
      url: 'https://www.google.com/search?q=Israeli+Dairy+School+Alon+Hagalil#lrd=0x151c4cb2bcbc0001:0xf31fb8969249a288,3',
      cid: '17518924032333423240',
    },
    {
      url: 'https://www.google.com/search?q=305tax#lrd=0x88d9b97e7aaddef9:0x2bb8173b05da3e65,1,,,,',
      cid: '3150293481614360165',
    },
  ],
  'lrd 0x0:0x0': [{ url: 'https://www.google.com/search?q=stuart+conrad+roofing#lrd=0x0:0x0,1', cid: null }],
  'lrd+rlimm': [
    {
      url: 'https://www.google.com/search?q=x&sclient=gws-wiz-serp#lrd=0x3994fb000b760fc9:0xccb08adaebe71bf3,3,,,,&rlimm=14749441452503669747',
      cid: '14749441452503669747',
    },
    {
      url: 'https://www.google.com/search?q=x&sclient=gws-wiz-serp#lrd=0x80c2b43cfd5d1253:0x303e96afed3181b8,3,,,,&rlimm=3476381644719489464',
      cid: '3476381644719489464',
    },
  ],
  'lrd+trex': [
    {
      url: 'https://www.google.com/search?q=x#lkt=LocalPoiReviews&lrd=0x8640cae00551d8a1:0xf056fad3123b2851,1,,,&trex=m_t:lcl_akp,rc_f:nav,rc_ludocids:17318305201550731345,rc_q:Digestive',
      cid: '17318305201550731345',
    },
  ],
  ludocid: [
    {
      url: 'https://www.google.com/search?hl=en-US&gl=us&q=American+Transportation+%26+Limo+services,+3319+NW+74th+Ave,+Miami,+FL+33122&ludocid=13424118040074998325&lsig=AB86z5X8nxH6Sx8XvpKdCR-bvzik#',
      cid: '13424118040074998325',
    },
  ],
  'ludocid ibp': [
    {
      url: 'https://www.google.com/search?hl=es-ES&cs=0&q=Mudanzas%20Tcolau%20Rese%C3%B1as&ludocid=6799990411408612184&ibp=gwp%3B0%2C7&sa=X#lkt=LocalPoiReviews&lpg=cid:CgIgAQ%3D%3D',
      cid: '6799990411408612184',
    },
  ],
  'ludocid+lrd': [
    {
      url: 'https://www.google.com/search?hl=en&gl=us&q=Brewbakes+Courtyard+%7C+Best&ludocid=17561637694977643097&lsig=AB86z5U-7J68ljxSxdiFUmEW5qyL#lrd=0x390fef7b3bfd774d:0xf3b7787023409259,3',
      cid: '17561637694977643097',
    },
    {
      url: 'https://www.google.com/search?hl=en&gl=us&q=x&ludocid=15801278061189791751&lsig=AB86z5U-7J68ljxSxdiFUmEW5qyL#lrd=0x469631186214dd49:0xdb496aad8a640007,1,,,,',
      cid: '15801278061189791751',
    },
    {
      url: 'https://www.google.com/search?hl=en&gl=us&q=InsureMe.lk,+14A+Boyd+Pl,+Colombo+00300&ludocid=16272580941489668760&lsig=AB86z5U-7J68ljxSxdiFUmEW5qyL#lrd=0x3ae25bd3604bb1a3:0xe1d3d22684488298,1,,,',
      cid: '16272580941489668760',
    },
    {
      url: 'https://www.google.com/search?hl=en&gl=us&q=x&ludocid=16319267406156074986&lsig=AB86z5U-7J68ljxSxdiFUmEW5qyL#lrd=0x14f65b4cd1f4431f:0xe279af3e228b0fea,1',
      cid: '16319267406156074986',
    },
  ],
  'ludocid+trex': [
    {
      url: 'https://www.google.pt/search?ved=1t:65428&q=Carlos+Ser%C3%B4dio&ludocid=7134482983659233008&lsig=AB86z5WqXbAvS8l2oDK9PIKWnEhd#trex=m_t:lcl_akp,rc_ludocids:7134482983659233008,rc_q:Carlos',
      cid: '7134482983659233008',
    },
  ],
  'maps/reviews': [
    {
      url: 'https://www.google.com/maps/reviews/@-15.6550892,-47.7930181,17z/data=!3m1!4b1!4m6!14m5!1m4!2m3!1sChZDSUhNMG9nS0VJQ0FnTURnMWUtWlhREAE!2m1!1s0x0:0xc2a8796292aba74b?entry=ttu',
      cid: '14026594503719888715',
    },
    {
      url: 'https://www.google.com/maps/reviews/@-37.8354339,144.8650809,17z/data=!3m1!4b1!4m6!14m5!1m4!2m3!1s{{reviewId}}!2m1!1s0x0:0xd077705b9fe576ea?hl=en&entry=ttu',
      cid: '15021598620944529130',
    },
    {
      url: 'https://www.google.com/maps/reviews/@40.226143,-74.010427,17z/data=!3m1!4b1!4m5!14m4!1m3!1m2!1s116647982166856941576!2s0x0:0x378cebad53d3cd2f?hl=en-US',
      cid: '4002833298493787439',
    },
    {
      url: 'https://www.google.com/maps/reviews/@40.3536779,-74.0639766,17z/data=!3m1!4b1!4m5!14m4!1m3!1m2!1s116647982166856941576!2s0x0:0xfe73b6ff732230da?hl=en-US',
      cid: '18335199716219957466',
    },
  ],
  'mpd alone': [
    { url: 'https://www.google.com/search?client=firefox-b-d&q=globibat+#mpd=~1653490024473585108', cid: null },
    {
      url: 'https://www.google.com/search?q=Digital+Network&ie=UTF-8#mpd=~8285487422315676011/customers/reviews',
      cid: null,
    },
    {
      url: 'https://www.google.com/search?q=monica+browne+weddings&ie=UTF-8#mpd=~2535347168599140905/customers/reviews',
      cid: null,
    },
    {
      url: 'https://www.google.com/search?q=roberta+rocha+fisioterapia+barretos&ie=UTF-8#mpd=~17066499652436838690/customers/reviews',
      cid: null,
    },
    { url: 'https://www.google.com/search?q=somerhaus&ie=UTF-8#mpd=~8675299177521287378/customers/reviews', cid: null },
    { url: 'https://www.google.com/search?q=ctenvios&ie=UTF-8#mpd=~6558092595028842705/customers/reviews', cid: null },
  ],
  'mpd messages': [
    {
      url: 'https://www.google.com/search?q=mut&sclient=gws-wiz-serp#mpd=~4965583199184733736/customers/messages?ep%3Dia2',
      cid: null,
    },
  ],
  'mpd+lrd': [
    {
      url: 'https://www.google.com/search?kgmid=/g/11wbjsq3xn&q=The+Photocrafters+weddings+%26+Events&shndl=30&source=sh/x/loc/act/m1/3&kgs=70ce021c9d4deefa#mpd=~11439739493251826943/customers/reviews&lrd=0x3b08839be9ec0819:0x1308efa187c4a0c7,1',
      cid: '1371609563580899527',
      kgId: '/g/11wbjsq3xn',
    },
    {
      url: 'https://www.google.com/search?q=tiny+tides+therapy&authuser=2#mpd=~17215919823931273635/customers/reviews&lrd=0xaa6e3ca2367183d9:0x60401a162d9db535,1,,,,',
      cid: '6935572108707476789',
    },
  ],
  'place 4m2!3m1': [
    {
      url: 'https://www.google.com/maps/place/Ink+In+Caps+IIC/@19.1452727,72.8534323,15z/data=!4m2!3m1!1s0x0:0xa441e0453e9b6c63?sa=X&ved=2ahUKEwj2peeouLSDAxW3z6ACHdHLDmMQ_BJ6BAgNEAA',
      cid: '11835987883714112611',
    },
    {
      url: 'https://www.google.com/maps/place/Humber+College/@43.7290039,-79.6073741,15z/data=!4m2!3m1!1s0x0:0x747f0c3b5cdecaa0?sa=X',
      cid: '8394441679542602400',
    },
    {
      url: 'https://www.google.com/maps/place/Devend+R,+2763%2BX7+PYAAR+FOUNDATION,+C%2Fo,+near+pipeline/data=!4m2!3m1!1s0x3bd3290025ea1737:0x5a5e6394e25cbb92?utm_source=mstt_1&entry=gps',
      cid: '6511751602328353682',
    },
    {
      url: 'https://www.google.ch/maps/place/1271+Boylston+St,+Boston,+MA+02215,+USA/@42.3454318,-71.0969735,17z/data=!3m1!4b1!4m2!3m1!1s0x89e37a1df0ad8165:0xfd4b82b796b80a06?hl=en',
      cid: '18251825639868336646',
    },
  ],
  'place data !1sChIJ': [
    {
      url: 'https://www.google.com/maps/place/Restaurant+Name/@1,2,17z/data=!3m1!4b1!4m5!3m4!1sChIJN1t_tDeuEmsRUsoyG83frY4!8m2!3d1!4d2?entry=ttu',
      cid: '10281119596374313554',
    },
  ],
  'place id in link': [
    { url: 'https://www.google.com/maps/place/?q=place_id:ChIJw_EMMkEZK4gRlraWiwcAOnY', cid: '8519121677531395734' },
    { url: 'https://www.google.com/maps/place/?q=place_id:ChIJB003raRTtpUR0-46Tz-d2D4', cid: '4528542320558796499' },
    { url: 'https://www.google.com/maps/place/?q=place_id:ChIJNV8GIZmP4TgRY4lEDqVd8BA', cid: '1220578462507764067' },
    { url: 'https://www.google.com/maps/place/?q=place_id:ChIJqQAn28yiWjURlsDG4Hrn5jQ', cid: '3811988649558851734' },
    {
      url: 'https://search.google.com/local/writereview?placeid=ChIJNV8GIZmP4TgRY4lEDqVd8BA',
      cid: '1220578462507764067',
    },
  ],
  'place?cid': [
    { url: 'http://maps.google.com/maps/place?cid=9417195867123786812', cid: '9417195867123786812' },
    { url: 'http://maps.google.com/maps/place?cid=10281119596374313554', cid: '10281119596374313554' },
    { url: 'http://maps.google.com/maps/place?cid=15943452779294078432', cid: '15943452779294078432' },
  ],
  'preview#!': [
    {
      url: 'https://www.google.com/maps/preview#!data=!1m4!1m3!1d4772!2d-97.341088!3d32.7436989!4m25!2m11!1m10!1s0x0%3A0x8c14b78584155620!3m8!1m3!1d6991602!2d-100.0768425!3d31.1689339!3m2!1i1024!2i768!4f13.1!5m12!1m11!1sBalcom+Agency+%2B+dallas!4m8!',
      cid: '10093894448918648352',
    },
    {
      url: 'https://www.google.com/maps/preview#!q=paris&data=!4m15!2m14!1m13!1s0x47e66e1f06e2b70f%3A0x40b82c3688c9460!3m8!1m3!1d24383582!2d-95.677068!3d37.0625!3m2!1i1222!2i718!4f13.1!4m2!3d48.856614!4d2.3522219',
      cid: '291470376679806048',
    },
  ],
  'q=place_id:<feature id> (mis-built)': [
    {
      url: 'https://www.google.com/maps/place/?q=place_id:0x145847ed5729c7ff:0x4d8460330e08abeb',
      cid: '5585695210241305579',
    },
    {
      url: 'https://www.google.com/maps/place/?q=place_id:0x1e5fd1f4e729861d:0xc07226e938aa5226',
      cid: '13867188985747100198',
    },
    {
      url: 'https://www.google.com/maps/place/?q=place_id:0x3bae3d3b529b6b31:0x2146b1eb2fa96ce7',
      cid: '2397799475296431335',
    },
  ],
  query_place_id: [
    {
      url: 'https://www.google.com/maps/search/?api=1&query_place_id=ChIJ_4ELE5U3eUcRjwKQKULkwKA&query=x',
      cid: '11583509214413193871',
    },
    {
      url: 'https://www.google.com/maps/search/?api=1&query_place_id=ChIJcdW2wVQayUwRh0405vZfjNo&query=x',
      cid: '15748067511036563079',
    },
    {
      url: 'https://www.google.com/maps/search/?api=1&query_place_id=ChIJRQdts4nRwxURM8RG15LlCxA&query=x',
      cid: '1156270148190389299',
    },
    {
      url: 'https://www.google.com/maps/search/?api=1&query_place_id=ChIJX-E3dG92bjQRLAnfoUA85v4&query=x',
      cid: '18367434378568468780',
    },
  ],
  'query_place_id fake': [
    { url: 'https://www.google.com/maps/search/?api=1&query_place_id=ChIJduplicate0000000001', cid: null },
    { url: 'https://www.google.com/maps/search/?api=1&query_place_id=ChIJ1', cid: null },
  ],
  'query_place_id=<feature id> (mis-built)': [
    {
      url: 'https://www.google.com/maps/search/?api=1&query=x+y&query_place_id=0x399c41cfc0957ddb:0xf635a784e58b25c1',
      cid: '17741270496324560321',
    },
    {
      url: 'https://www.google.com/maps/search/?api=1&query=x+y&query_place_id=0x8e6a3f0d1aea5a43:0x53f1faf5bb85d221',
      cid: '6048891707855327777',
    },
    {
      url: 'https://www.google.com/maps/search/?api=1&query=x+y&query_place_id=0x30da3bb4d505e7c5:0x41cac3c3a753cc10',
      cid: '4740816802854194192',
    },
  ],
  'query_place_id=<hex CID> (mis-built)': [
    {
      url: 'https://www.google.com/maps/search/?api=1&query=x+y&query_place_id=0xb74f04c16cd0ac3b',
      cid: '13208781460901768251',
    },
    {
      url: 'https://www.google.com/maps/search/?api=1&query=x+y&query_place_id=0xbe8f56c9580354f0',
      cid: '13731289211640960240',
    },
  ],
  reserve: [{ url: 'https://www.google.com/maps/reserve/v/dine/c/BZyjhyELQHg', cid: null }],
  'review message prspp': [
    {
      url: 'https://www.google.com/local/place/review/message?lid=14949693830806722881&prspp=ChIJAAAAAAAAAAARRytw1ihZQeUSI0NoWkRTVWhOTUc5blMwVkpRMEZuU1VReWFuTmlVMWhuRUFF&ut=pr1&entry=ugca',
      cid: '16519582940102929223',
    },
  ],
  'reviews placeid': [
    { url: 'https://search.google.com/local/reviews?placeid=ChIJt3chYvI_1moRrTV7QW3pSiA', cid: '2326928812949583277' },
  ],
  rldimm: [
    {
      url: 'https://www.google.com/search?tbm=lcl&q=Decoratie+Degezelle+Reviews&rflfq=1&num=20&rldimm=4495651166079088852&sa=X#lkt=LocalPoiReviews',
      cid: '4495651166079088852',
    },
    {
      url: 'https://www.google.com/search?tbm=lcl&q=Karsten+Energy+BV+Reviews&rflfq=1&num=20&rldimm=1239151739077959093&sa=X#lkt=LocalPoiReviews',
      cid: '1239151739077959093',
    },
    {
      url: 'https://www.google.com/search?sa=X&sca_esv=1cf06cdd23137a81&q=RANKWELL+FRANCE+Avis&rflfq=1&num=20&stick=H4sIAAAAAAAAAONgkxK2MDIwMDIzBGIzExNTcwNTS7MNjIyvGEWCHP28w109fBTcgCxnVwXHssziRaxYhQHq9gl4SAAAAA&rldimm=8200261026644570596&tbm=lcl&hl=fr-FR&ved=2ahUKEwjXkdHK1eeRAxWVUKQEHclQAqAQ9fQKegQIVBAG&biw=1920&bih=911&dpr=1#lkt=LocalPoiReviews',
      cid: '8200261026644570596',
    },
    {
      url: 'https://www.google.com/search?tbm=lcl&q=CalaCabana+Opiniones&rflfq=1&num=20&rldimm=4324036987573069733&sa=X#lkt=LocalPoiReviews',
      cid: '4324036987573069733',
    },
    {
      url: 'https://www.google.fr/search?sca_esv=47a906e9dc93da55&tbm=lcl&sxsrf=ADLYWILXdGMqobmmFsg4NXpchAGAwn1s-w:1723578486144&q=Les+Belles+Branches+Avis&rflfq=1&num=20&stick=H4sIAAAAAAAAAONgkxIxNLc0MDG3MDU2MjW0NDM3sbA0NtrAyPiKUcIntVjBKTUnB0QVJeYlZwAZjmWZxYtYcUoBAA9fcH5RAAAA&rldimm=17904785325196748932&hl=fr-FR&sa=X&ved=2ahUKEwi00aKb3vKHAxWWVqQEHYhKHacQ9fQKegQIMxAF&biw=1440&bih=725&dpr=2#lkt=LocalPoiReviews',
      cid: '17904785325196748932',
    },
    {
      url: 'https://www.google.com/search?sa=X&q=Liberty+Case+Immobiliare+Recensioni&rflfq=1&num=20&stick=H4sIAAAAAAAAAONgkxK2NDc1tDQ1M7A0MDIxMzYzMjM13MDI-IpR2SczKbWopFLBObE4VcEzNzc_KTMnM7EoVSEoNTk1rzgzPy9zESsxqgBQaMFWZgAAAA&rldimm=9751956090246362651&tbm=lcl&hl=it-IT&ved=2ahUKEwjI9KqYi46UAxVi5AIHHYocJe8Q9fQKegQIUBAG&biw=2400&bih=1181&dpr=0.8#lkt=LocalPoiReviews',
      cid: '9751956090246362651',
    },
  ],
  'rldimm in #': [
    {
      url: 'https://www.google.com/search?q=Cafe+Bravo&oq=cafe&aqs=chrome.1.69i59l2j69i57j0l3.2043j0j4&sourceid=chrome&ie=UTF-8#q=Cafe+Bravo&rflfq=1&rlha=0&rllag=40707278,-74013008,107&tbm=lcl&rldimm=1992789177516966325&tbs=lrf:!2m4!1e17!4m2!17m1!1e2!2m1!1e2!2m1!1e1!2m1!1e3!3sEAE,lf:1,lf_ui:9',
      cid: '1992789177516966325',
    },
  ],
  'rlfi si': [
    {
      url: 'https://www.google.com/search?q=%C3%81gua%20Bacabal&oq=%C3%81gua+Bacabal&aqs=chrome..69i57j69i60l3j0l2.6710j0j7&sourceid=chrome&ie=UTF-8&npsic=0&rflfq=1&rlha=0&rllag=-4225821,-44787581,1377&tbm=lcl&rldimm=14763890030589065684&ved=2ahUKEwish9H1q9zhAhXTD7kGHYXsAS0QvS4wBnoECAkQKg&rldoc=1&tbs=lrf:!2m1!1e2!2m1!1e3!3sIAE,lf:1,lf_ui:2#rlfi=hd:;si:14763890030589065684;mv:!1m2!1d-4.2161428!2d-44.7776005!2m2!1d-4.2354994999999995!2d-44.797562899999996;tbs:lrf:!2m1!1e2!2m1!1e3!3sIAE,lf:1,lf_ui:2',
      cid: '14763890030589065684',
    },
    {
      url: 'https://www.google.com/search?client=firefox-b-d&q=united%20tractors%20maps&tbs=lf:1,lf_ui:4&tbm=lcl&rflfq=1&num=10&rldimm=2083504127460534409&lqi=ChR1bml0ZWQgdHJhY3RvcnMgbWFwcyIDiAEB&rlst=f#rlfi=hd:;si:2083504127460534409,l,ChR1bml0ZWQgdHJhY3RvcnMgbWFwcyIDiAEBSLCF2dLrgICACFohEAAQARgAGAEiD3VuaXRlZC',
      cid: '2083504127460534409',
    },
    {
      url: 'https://www.google.com/search?q=Autogo&tbm=lcl#rlfi=hd:;si:953265091519708215,l,CgZBdXRvZ28;mv:[[50.1,14.5],[50.0,14.4]]',
      cid: '953265091519708215',
    },
    {
      url: 'https://www.google.com/search?q=obelisco%20corrientes&oq=obelis&sourceid=chrome&ie=UTF-8&npsic=0&rflfq=1&rlha=0&rllag=-34603998,-58383888,214&tbm=lcl&rldimm=1278649895331190155&ved=2ahUKEwjGtsHJtqvlAhUnLLkGHRe2C44QvS4wAHoECAkQIA&rldoc=1&tbs=lrf:!2m1!1e2!2m1!1e3!3sIAE,lf:1,lf_ui:2&rlst=f#rlfi=hd:;si:1278649895331190155;mv:[[-34.6005276,-58.3714478],[-34.6101044,-58.387042199999996]];tbs:lrf:!2m1!1e2!2m1!1e3!3sIAE,lf:1,lf_ui:2',
      cid: '1278649895331190155',
    },
  ],
  'rlfi si over rldimm': [
    {
      url: 'https://www.google.com/search?rlz=1C1BYYL_svSE957SE957&tbs=lf:1,lf_ui:4&tbm=lcl&sxsrf=AJOqlzXpH7fgBe5KQJ-g0ecPAdArq9VucA:1677588046862&q=lava+kulturhuset&rflfq=1&num=10&rldimm=9698059877802580866&ved=2ahUKEwil-_K8nrj9AhXXRfEDHTv0BsAQu9QIegQIGxAK#rlfi=hd:;si:6049330700982543529;mv:[[59.33311692937562,18.067333436924766],[59.33076380267133,18.06202266307528],null,[59.33194038639488,18.064678050000023],18]',
      cid: '6049330700982543529',
    },
  ],
  rlimm: [
    {
      url: 'https://www.google.com/search?q=x&sclient=gws-wiz-serp#rlimm=11960772094749555328',
      cid: '11960772094749555328',
    },
    {
      url: 'https://www.google.com/search?q=x&sclient=gws-wiz-serp#rlimm=12764878485428070386',
      cid: '12764878485428070386',
    },
    {
      url: 'https://www.google.com/search?q=x&sclient=gws-wiz-serp#rlimm=4374805478833976939',
      cid: '4374805478833976939',
    },
    {
      url: 'https://www.google.com/search?q=x&sclient=gws-wiz-serp#rlimm=9950206837800985157',
      cid: '9950206837800985157',
    },
  ],
  'rlimm, empty lrd': [
    {
      url: 'https://www.google.com/search?q=Achiever+Financials+Ltd&lqi=ChdBY2hp#lkt=LocalPoiReviews&lrd=&rlimm=2779300575038091867',
      cid: '2779300575038091867',
    },
  ],
  stick: [
    {
      url: 'https://www.google.com/search?q=Apex+Detailing&stick=H4sIAAAAAAAA_-NgU1IxqEiySE1NNLBMTrE0MEs0NLQyqDA1NLQwNE4xtDQzNzEzNEhcxMrnWJBaoeCSWpKYmZOZlw4Asn_-zDkAAAA&hl=en&mat=CcIO9BqJOsD8ElYBTVDHnnxyNghw-j2BeR4ij5jLdc0SeYrElIPH-Aq0ZuK6O8WT2yF1vWHO7tGxejyLiXsPHGKTtfQJq-8n3QWKG1vjf-yuPtfCuuaWSfTNtBNHCmAP8g&authuser=2',
      cid: '5843442307406520586',
    },
  ],
  'stick +mpd': [
    {
      url: 'https://www.google.com/search?q=Auto-Cleanse&stick=H4sIAAAAAAAA_-NgU1IxqEhNNDNNTjUyNTQ1SzRMNLYyqEgyTDRJTEpMtkg2MkpNMrNcxMrjWFqSr-uck5qYV5wKANEzjGU3AAAA&hl=en-GB#mpd=~13653728452563673772/customers/reviews',
      cid: '12800544798467615593',
    },
    {
      url: 'https://www.google.com/search?q=Freelance+Jordan&stick=H4sIAAAAAAAA_-NgU1I1qDAxMja2MLGwMDCyMEmxsDS3MqgwTjVLSTJPSTFMSzRJNEpOXsQq4FaUmpqTmJecquCVX5SSmAcAocCzJjwAAAA&hl=en&mat=CT-kHjjzBABTElcBTVDHnn2SWq0rIv36rZrKcjqLxSXJrp6rhatTi3tiw1pQwMXXmHS-g0aCqR2hkR0JJ5szaT-DQBZJ3LU0PAJs_2s9Rdvd9HnPFhyjQMgGFlJ5epXgQnI&authuser=0#mpd=~5980785747813114943/customers/reviews',
      cid: '4498453763159532236',
    },
  ],
  'stick +mpd +lrd': [
    {
      url: 'https://www.google.com/search?q=Visitor+Management+System+(VMS)&stick=H4sIAAAAAAAA_-NgU1I1qDC2NE1OMzZKTU1JMTNPNrS0MqgwMTVMSjQ0tjBJTUkySjW3WMQqH5ZZnFmSX6Tgm5iXmJ6am5pXohBcWVySmqugEeYbrAkA5O3CSEsAAAA&hl=en&mat=CRfS4DxciUKjElUBTVDHnq6SMtASKowHvrlIGIeOIBwEFheQvDqRNThX4DXnO15dRW2M5dYnMLR95R6PdvYVwRVhMj9q1-9ZRTcKoN9KQUd8GecUvTNbjosjtoUN6Vro&authuser=0#mpd=~11764116205896520215/customers/reviews&lrd=0x395cf32eedd67c19:0x451ba1384edb2e78,1',
      cid: '4979751076201442936',
    },
  ],
  'trex rc_ludocids': [
    {
      url: 'https://www.google.com/search?source=hp&q=x&gs_l=mobile-gws-wiz-serp.3#trex=m_t:lcl_akp,rc_f:nav,rc_ludocids:9431316274664396885,rc_q:Darna%2520Take%2520Away,ru_q:Darna%2520Take%2520Away',
      cid: '9431316274664396885',
    },
    {
      url: 'https://www.google.com/search?source=hp&q=x&gs_l=mobile-gws-wiz-serp.3#trex=m_t:lcl_akp,rc_f:nav,rc_ludocids:12472082876583266860,rc_q:Darna%2520Take%2520Away,ru_q:Darna%2520Take%2520Away',
      cid: '12472082876583266860',
    },
    {
      url: 'https://www.google.com/search?source=hp&q=x&gs_l=mobile-gws-wiz-serp.3#trex=m_t:lcl_akp,rc_f:nav,rc_ludocids:12084846055080725395,rc_q:Darna%2520Take%2520Away,ru_q:Darna%2520Take%2520Away',
      cid: '12084846055080725395',
    },
    {
      url: 'https://www.google.com/search?q=car+keys+and+remotes&oq=car+keys+and+re&client=ms-android-google&sourceid=chrome-mobile&ie=UTF-8#lkt=LocalPoiReviews&trex=m_t:lcl_akp,rc_f:nav,rc_ludocids:7142101564104645412,rc_q:Car%2520Keys%2520%2526%2520Remotes,ru_q:Car%2520Keys%2520%2526%2520Remotes,trex_id:CcDknf',
      cid: '7142101564104645412',
    },
    {
      url: 'https://www.google.com/search?source=hp&q=x&gs_l=mobile-gws-wiz-serp.3#trex=m_t:lcl_akp,rc_f:nav,rc_ludocids:9499811042245705325,rc_q:Darna%2520Take%2520Away,ru_q:Darna%2520Take%2520Away',
      cid: '9499811042245705325',
    },
  ],
  'viewer/place?mid (kg id only)': [
    { url: 'https://www.google.com/viewer/place?output=search&mid=/g/11rpq8hv11', cid: null },
  ],
  writereview: [
    {
      url: 'https://search.google.com/local/writereview?placeid=ChIJ2TyZoff_4joRgDt7is46uRk',
      cid: '1853577380400675712',
    },
  ],
  'writereview?placeid=<feature id> (mis-built)': [
    {
      url: 'https://search.google.com/local/writereview?placeid=0x396c4cb10968fe7b:0x8ba330da9dc70d25',
      cid: '10061939707983891749',
    },
    {
      url: 'https://search.google.com/local/writereview?placeid=0x346803ad2b2c58eb:0xf4f090a040c73c5b',
      cid: '17649765957620939867',
    },
    {
      url: 'https://search.google.com/local/writereview?placeid=0x314217a1b3621ecb:0x80d5d98cd4a903e6',
      cid: '9283565405780640742',
    },
    {
      url: 'https://search.google.com/local/writereview?placeid=0x80dc735e008351a5:0xff23db38f2b42a6',
      cid: '1149048696343315110',
    },
  ],
  'place_id= (mis-built)': [
    { url: 'https://www.google.com/maps/place/?place_id=ChIJN1t_tDeuEmsRUsoyG83frY4', cid: '10281119596374313554' },
  ],
  'place/<place id> (mis-built)': [
    { url: 'https://www.google.com/maps/place/ChIJm2NF0mML5kcRXlMfFIy36ew', cid: '17071377674785477470' },
    { url: 'https://maps.google.com/maps/place/ChIJd8BlQ2BZwokRAFQEcDlJRAI', cid: '163335997533475840' },
  ],
  'query=place_id: (mis-built)': [
    {
      url: 'https://www.google.com/maps/search/?api=1&query=place_id:ChIJIx7FF5CTC0cR0uT54costJI',
      cid: '10571123475231663314',
    },
    {
      url: 'https://www.google.com/maps/search/?api=1&query=place_id:ChIJQXu-3HlzCDsRhl90SomSBM0',
      cid: '14773093796039384966',
    },
    {
      url: 'https://www.google.com/maps/search/?api=1&query=place_id:ChIJl4nciBpVei4Rj4jD1pqQEq8',
      cid: '12615304500920682639',
    },
  ],
  'q=<feature id>': [
    {
      url: 'https://maps.google.com/maps?q=0x38dfbbebe486d149:0x331d9ed18f573661&z=15&output=embed',
      cid: '3683274693149144673',
    },
    {
      url: 'https://maps.google.com/maps?q=0x4870bb1eac019927:0xd2a6095bd7a5747f&output=embed',
      cid: '15178829884163454079',
    },
  ],
  'destination=place_id:': [
    {
      url: 'https://www.google.com/maps/dir/?api=1&destination=place_id:ChIJ7x22zmG-n4kRX8wzPU6Cvdo',
      cid: '15761897543412468831',
    },
    {
      url: 'https://www.google.com/maps/embed/v1/directions?origin=place_id:EikyMCBTIENvbGxlZ2UgU3QsIENoYXJsb3R0ZSwgTkMgMjgyMDIsIFVTQSIaEhgKFAoSCTPOS_MloFaIEVBSj5h8cZIeEBQ&destination=place_id:ChIJ1dVho6YeVIgR-vjqxUGPe8U&key=K',
      cid: '14230124960263371002',
    },
  ],
}

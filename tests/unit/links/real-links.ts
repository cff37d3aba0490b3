/** A link met in the wild and what its own text carries. */
export interface RealLink {
  url: string
  /** `0x…:0x…` */
  featureId?: string
  /** Decimal. */
  cid?: string
  /** Only where the link spells one. */
  placeId?: string
  name?: string
}

/** 372 links from public pages, by the form they have. Those without identifiers name no single listing. */
export const realLinks: Record<string, RealLink[]> = {
  business_create_fp: [
    {
      url: 'https://business.google.com/create?fp=11581156858090296826&hl=de&authuser=0&gmbsrc=de-de-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&ppsrc=GMBMI&utm_campaign=de-de-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&utm_source=gmb_mrc81&utm_medium=et&getstarted',
      cid: '11581156858090296826',
    },
    {
      url: 'https://business.google.com/create?fp=1163381240673711469&hl=en&authuser=0&gmbsrc=cz-en-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&ppsrc=GMBMI&utm_campaign=cz-en-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&utm_source=gmb_mrc81&utm_medium=et&getstarted',
      cid: '1163381240673711469',
    },
    {
      url: 'https://business.google.com/create?fp=14838147493791745760&hl=bs&authuser=0&gmbsrc=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&ppsrc=GMBMI&utm_campaign=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&utm_source=gmb_mrc81&utm_medium=et&getstarted&lis=0',
      cid: '14838147493791745760',
    },
    {
      url: 'https://business.google.com/create?fp=14901617706501794216&hl=bs&authuser=0&gmbsrc=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&ppsrc=GMBMI&utm_campaign=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&utm_source=gmb_mrc81&utm_medium=et&getstarted&lis=0',
      cid: '14901617706501794216',
    },
    {
      url: 'https://business.google.com/create?fp=1629270299114224275&hl=en&authuser=0&gmbsrc=-en-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&ppsrc=GMBMI&utm_campaign=-en-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&utm_source=gmb_mrc81&utm_medium=et&getstarted',
      cid: '1629270299114224275',
    },
    {
      url: 'https://business.google.com/create?fp=4762279785481361734&hl=en&authuser=0&gmbsrc=cz-en-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&ppsrc=GMBMI&utm_campaign=cz-en-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&utm_source=gmb_mrc81&utm_medium=et&getstarted',
      cid: '4762279785481361734',
    },
    {
      url: 'https://business.google.com/create?fp=5493278301843729458&hl=bs&authuser=0&gmbsrc=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&ppsrc=GMBMI&utm_campaign=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&utm_source=gmb_mrc81&utm_medium=et&getstarted&lis=0',
      cid: '5493278301843729458',
    },
    {
      url: 'https://business.google.com/create?fp=5853140406272053736&hl=bs&authuser=0&gmbsrc=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&ppsrc=GMBMI&utm_campaign=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&utm_source=gmb_mrc81&utm_medium=et&getstarted&lis=0',
      cid: '5853140406272053736',
    },
    {
      url: 'https://business.google.com/create?fp=5878986107530800862&hl=bs&authuser=0&gmbsrc=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&ppsrc=GMBMI&utm_campaign=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&utm_source=gmb_mrc81&utm_medium=et&getstarted&lis=0',
      cid: '5878986107530800862',
    },
    {
      url: 'https://business.google.com/create?fp=7114553569180742834&hl=bs&authuser=0&gmbsrc=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&ppsrc=GMBMI&utm_campaign=ba-bs-et-ip-z-gmb-s-z-l~mrc%7Cclaimbz%7Cu&utm_source=gmb_mrc81&utm_medium=et&getstarted&lis=0',
      cid: '7114553569180742834',
    },
  ],
  cid: [
    { url: 'http://maps.google.com/?cid=1652392737216199825', cid: '1652392737216199825' },
    { url: 'http://maps.google.com/?cid=17379504698839695744', cid: '17379504698839695744' },
    { url: 'http://maps.google.com/?cid=6285103566997445898', cid: '6285103566997445898' },
    { url: 'https://maps.google.com/?cid=11844476668305519147', cid: '11844476668305519147' },
    { url: 'https://maps.google.com/?cid=12552022423684873207', cid: '12552022423684873207' },
    { url: 'https://maps.google.com/?cid=12811357958266374302', cid: '12811357958266374302' },
    { url: 'https://maps.google.com/?cid=13452370709143384131', cid: '13452370709143384131' },
    { url: 'https://maps.google.com/?cid=16864993531874635819', cid: '16864993531874635819' },
    { url: 'https://maps.google.com/?cid=17051943568117747154', cid: '17051943568117747154' },
    { url: 'https://maps.google.com/?cid=2061227694950579194&entry=gps&g_st=aw', cid: '2061227694950579194' },
    { url: 'https://maps.google.com/?cid=2605983621713128642&entry=gps&g_st=ac', cid: '2605983621713128642' },
    { url: 'https://maps.google.com/?cid=308377416994472393', cid: '308377416994472393' },
    { url: 'https://maps.google.com/?cid=441310607586089100', cid: '441310607586089100' },
    { url: 'https://maps.google.com/?cid=5414642224830236371', cid: '5414642224830236371' },
    { url: 'https://maps.google.com/?cid=6135882278024640728&entry=gps&g_st=aw', cid: '6135882278024640728' },
  ],
  cid_g_mp: [
    {
      url: 'https://maps.google.com/?cid=15753278920699617280&g_mp=CiVnb29nbGUubWFwcy5wbGFjZXMudjEuUGxhY2VzLkdldFBsYWNlEAIYBCAA',
      cid: '15753278920699617280',
    },
    {
      url: 'https://maps.google.com/?cid=2255866159934492370&g_mp=Cidnb29nbGUubWFwcy5wbGFjZXMudjEuUGxhY2VzLlNlYXJjaFRleHQQAhgEIAA',
      cid: '2255866159934492370',
    },
    {
      url: 'https://maps.google.com/?cid=5763681205503779421&g_mp=CiVnb29nbGUubWFwcy5wbGFjZXMudjEuUGxhY2VzLkdldFBsYWNlEAIYBCAA',
      cid: '5763681205503779421',
    },
  ],
  consent_wrapper: [
    {
      url: 'https://consent.google.com/m?continue=https%3A%2F%2Fwww.google.com%2Fmaps%2F%4046.3877422%2C30.7065156%2C17z',
    },
    {
      url: 'https://consent.google.com/m?continue=https://www.google.com/maps/place//data%3D!4m2!3m1!1s0x470ca641f10695db:0xb713349b154e782d?utm_source%3Dmstt_1&gl=DE&m=0&pc=m&uxe=eomtm&cm=2&hl=de&src=1',
      featureId: '0x470ca641f10695db:0xb713349b154e782d',
      cid: '13191945574180354093',
    },
    {
      url: 'https://consent.google.com/m?continue=https://www.google.com/maps/place/Caf%25C3%25A9%2BLamour,%2Bn%25C3%25A1b%25C5%2599.%2BKarla%2BHoury%2B180,%2B342%2B01%2BSu%25C5%25A1ice/data%3D!4m2!3m1!1s0x470b2b2fad7dd1c3:0x6c66c5beca8a4117?utm_source%3Dmstt_1%26entry%3Dgps&gl=CZ&m=0&pc=m&uxe=eomtm&cm=2&hl=cs&src=1',
      featureId: '0x470b2b2fad7dd1c3:0x6c66c5beca8a4117',
      cid: '7811148026953220375',
      name: 'Café Lamour, nábř. Karla Houry 180, 342 01 Sušice',
    },
    {
      url: 'https://consent.google.com/m?continue=https://www.google.com/maps/place/bauMax,%2BChodovsk%25C3%25A1%2B1549%252F18,%2B101%2B00%2BPraha%2B10/data%3D!4m2!3m1!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2?utm_source%3Dmstt_1%26entry%3Dgps&gl=CZ&m=0&pc=m&uxe=eomtm&cm=2&hl=cs&src=1',
      featureId: '0x470b93a27e4781c5:0xeca4ac5483aa4dd2',
      cid: '17051943568117747154',
      name: 'bauMax, Chodovská 1549/18, 101 00 Praha 10',
    },
    {
      url: 'https://consent.google.com/ml?continue=https://www.google.com/maps/place//data%3D!4m2!3m1!1s0x470b496b42dc7721:0xa0b888cd868d15fa?utm_source%3Dmstt_1&gl=CZ&m=0&pc=m&uxe=eomtm&cm=2&hl=cs&src=1',
      featureId: '0x470b496b42dc7721:0xa0b888cd868d15fa',
      cid: '11581156858090296826',
    },
    { url: 'https://consent.google.com/ml?continue=https://www.google.com/maps/place/49%25C2%25B016', name: '49°16' },
    {
      url: "https://consent.google.com/ml?continue=https://www.google.com/maps/place/49%25C2%25B016'12.8%2522N%2B14%25C2%25B002'46.4%2522E/@49.2702269,14.0456688,19z/data%3D!3m1!4b1!4m6!3m5!1s0x0:0x0!7e2!8m2!3d49.2702263!4d14.0462163?shorturl%3D1&gl=CZ&m=0&pc=m&uxe=eomtm&cm=2&hl=cs&src=1",
    },
    {
      url: 'https://consent.google.com/ml?continue=https://www.google.com/maps/place/Caf%25C3%25A9%2BLamour,%2Bn%25C3%25A1b%25C5%2599.%2BKarla%2BHoury%2B180,%2B342%2B01%2BSu%25C5%25A1ice/data%3D!4m2!3m1!1s0x470b2b2fad7dd1c3:0x6c66c5beca8a4117?utm_source%3Dmstt_1%26entry%3Dgps&gl=CZ&m=0&pc=m&uxe=eomtm&cm=2&hl=cs&src=1',
      featureId: '0x470b2b2fad7dd1c3:0x6c66c5beca8a4117',
      cid: '7811148026953220375',
      name: 'Café Lamour, nábř. Karla Houry 180, 342 01 Sušice',
    },
    {
      url: 'https://consent.google.com/ml?continue=https://www.google.com/maps/place/Dacia%2BPr%25C5%25AFhonice%2B-%2BPyramida%2BPr%25C5%25AFhonice,%2Bu%2BPrahy,%2BU%2BPyramidy%2B721,%2B252%2B43%2BPr%25C5%25AFhonice/data%3D!4m2!3m1!1s0x470b8f7265f22517:0xd2786b5c9cd599cd?utm_source%3Dmstt_1%26entry%3Dgps%26g_ep%3DCAESCTExLjYzLjcwNBgAIIgnKgBCAkNa&gl=CZ&m=0&pc=m&uxe=eomtm&cm=2&hl=cs&src=1',
      featureId: '0x470b8f7265f22517:0xd2786b5c9cd599cd',
      cid: '15165989790682552781',
      name: 'Dacia Průhonice - Pyramida Průhonice, u Prahy, U Pyramidy 721, 252 43 Průhonice',
    },
    {
      url: 'https://consent.google.com/ml?continue=https://www.google.com/maps/place/Restaurace%2BNa%2BMl%25C3%25ADk%25C3%25A1rn%25C4%259B,%2BBlanick%25C3%25A1%2B816,%2B258%2B01%2BVla%25C5%25A1im/data%3D!4m2!3m1!1s0x470c883394633663:0x6b862764e64740a?utm_source%3Dmstt_1%26entry%3Dgps%26coh%3D192189%26g_ep%3DCAESBzI2LjIuMTYYACCenQoqiAEsOTQyNjc3MjcsOTQyOTY2OTcsOTQyNzU0MDcsOTQyOTIxOTUsOTQyOTk1MzIsMTAwNzk2NTM1LDk0Mjg0NDY5LDk0MjgwNTc2LDk0MjA3Mzk0LDk0MjA3NTA2LDk0MjA4NTA2LDk0MjE4NjUzLDk0MjI5ODM5LDk0Mjc1MTY4LDk0Mjc5NjE5QgJDWg%253D%253D%26skid%3Dc6d3aeb7-9f2d-4c2d-b4e1-e2fe509277cf&gl=CZ&m=0&pc=m&uxe=eomtm&cm=2&hl=cs&src=1',
      featureId: '0x470c883394633663:0x6b862764e64740a',
      cid: '484245220203197450',
      name: 'Restaurace Na Mlíkárně, Blanická 816, 258 01 Vlašim',
    },
    {
      url: 'https://consent.google.com/ml?continue=https://www.google.com/maps/place/bauMax,%2BChodovsk%25C3%25A1%2B1549%252F18,%2B101%2B00%2BPraha%2B10/data%3D!4m2!3m1!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2?utm_source%3Dmstt_1%26entry%3Dgps&gl=CZ&m=0&pc=m&uxe=eomtm&cm=2&hl=cs&src=1',
      featureId: '0x470b93a27e4781c5:0xeca4ac5483aa4dd2',
      cid: '17051943568117747154',
      name: 'bauMax, Chodovská 1549/18, 101 00 Praha 10',
    },
    { url: 'https://consent.google.cz/ml?continue=https://www.google.cz/maps/place/49%25C2%25B058', name: '49°58' },
  ],
  dir_api: [
    {
      url: 'https://www.google.com/maps/dir/?api=1&destination=1500+Scout+Trace,+Hoover,+Alabama+35244,+United+States',
    },
    { url: 'https://www.google.com/maps/dir/?api=1&destination=4204+Lorna+Ct+SE,+Lacey,+WA+98503' },
    {
      url: 'https://www.google.com/maps/dir/?api=1&destination=50.087451%2C14.420671&travelmode=driving&dir_action=navigate',
    },
    { url: 'https://www.google.com/maps/dir/?api=1&destination=50.092859,14.429902' },
    { url: 'https://www.google.com/maps/dir/?api=1&destination=Do%C3%B1a+Salta+C%C3%B3rdoba+46+Salta+Argentina' },
    { url: 'https://www.google.com/maps/dir/?api=1&destination=Kaiser-Ebersdorfer-Straße+328,+1110+Wien,+Österreich' },
  ],
  dir_api_place_id: [
    {
      url: 'https://www.google.com/maps/dir/?api=1&destination=-8.1636220918671,-34.926400322501095&destination_place_id=ChIJkRLWtrwQqncRr_ff67fl0Vk',
      placeId: 'ChIJkRLWtrwQqncRr_ff67fl0Vk',
    },
    {
      url: 'https://www.google.com/maps/dir/?api=1&destination=Mathematical+Sciences+UCLA&destination_place_id=ChIJDU6i_dS3woARoVbP-dMqj7A',
      placeId: 'ChIJDU6i_dS3woARoVbP-dMqj7A',
    },
    {
      url: 'https://www.google.com/maps/dir/?api=1&origin=SLEEP+WITH+ME+HOTEL+Patong&origin_place_id=ChIJC7cizaQ6UDARIaoXtGwH5MA&destination=7-Eleven&travelmode=walking&destination_place_id=ChIJo1xNniI7UDARIbDTxORgH7I',
    },
  ],
  dir_no_id: [
    { url: 'https://www.google.com/maps/dir//The+King', name: 'The King' },
    { url: 'https://www.google.com/maps/dir/40.7128,-74.0060/41.8781,-87.6298/' },
  ],
  dir_one_place: [
    {
      url: 'https://www.google.com/maps/dir//Central+Congregational+Church,+296+Angell+St,+Providence,+RI+02906/data=!4m6!4m5!1m1!4e2!1m2!1m1!1s0x89e4452574dc23df:0x26cc7af5a60c7bc1?sa=X&ved=2ahUKEwjCnf_7i-eLAxX8lokEHX57M84Q48ADegQIEBAA&hl=en&gl=us',
      featureId: '0x89e4452574dc23df:0x26cc7af5a60c7bc1',
      cid: '2795744664161647553',
      name: 'Central Congregational Church, 296 Angell St, Providence, RI 02906',
    },
    {
      url: 'https://www.google.com/maps/dir//Furrever+Happy+Pet+Spa+%26+Store,+355%2F3,+first+floor,+5th+main,+14th+B+Cross+Rd,+HSR+Layout,+Bengaluru,+Karnataka+560102,+India/@12.9144991,77.5627363,12z/data=!4m8!4m7!1m0!1m5!1m1!1s0x3bae15232c07fa15:0x908c8aa1dcd75fd1!2m2!1d77.6327741!2d12.9144991?hl=en&entry=ttu',
      featureId: '0x3bae15232c07fa15:0x908c8aa1dcd75fd1',
      cid: '10415852466000584657',
      name: 'Furrever Happy Pet Spa & Store, 355/3, first floor, 5th main, 14th B Cross Rd, HSR Layout, Bengaluru, Karnataka 560102, India',
    },
    {
      url: 'https://www.google.com/maps/dir//Greater+Rhode+Island+Baptist+Temple,+671+Greenville+Ave,+Johnston,+RI+02919/data=!4m6!4m5!1m1!4e2!1m2!1m1!1s0x89e44659d83db399:0x5a237faa8def5d93?sa=X&ved=2ahUKEwjCnf_7i-eLAxX8lokEHX57M84Q48ADegQIERAA&hl=en&gl=us',
      featureId: '0x89e44659d83db399:0x5a237faa8def5d93',
      cid: '6495175458100829587',
      name: 'Greater Rhode Island Baptist Temple, 671 Greenville Ave, Johnston, RI 02919',
    },
    {
      url: 'https://www.google.com/maps/dir//New+Life+Church,+157+Washington+St,+Central+Falls,+RI+02863/data=!4m6!4m5!1m1!4e2!1m2!1m1!1s0x89e443485ba4138f:0xd44859e1489c5f6a?sa=X&ved=2ahUKEwjCnf_7i-eLAxX8lokEHX57M84Q48ADegQIFRAA&hl=en&gl=us',
      featureId: '0x89e443485ba4138f:0xd44859e1489c5f6a',
      cid: '15296574958484610922',
      name: 'New Life Church, 157 Washington St, Central Falls, RI 02863',
    },
    {
      url: 'https://www.google.com/maps/dir//roongta+group/@19.9893537,73.7557855,14z/data=!4m8!4m7!1m0!1m5!1m1!1s0x3bddeb013af2e74b:0x2152463b888888d5!2m2!1d73.77699!2d19.973551',
      featureId: '0x3bddeb013af2e74b:0x2152463b888888d5',
      cid: '2401058772849559765',
      name: 'roongta group',
    },
    {
      url: 'https://www.google.pl/maps/dir//Ba%C5%82tex,+D%C5%82ugowola+Pierwsza+128,+27-300+Lipsko/@51.1039439,21.5831361,13.5z/data=!4m15!1m6!3m5!1s0x47229e1014989993:0xad41a8ec403e4a4!2zQmHFgnRleA!8m2!3d51.100704!4d21.5993461!4m7!1m0!1m5!1m1!1s0x47229e1014989993:0xad41a8ec403e4a4!2m2!1d21.5993461!2d51.100704',
      featureId: '0x47229e1014989993:0xad41a8ec403e4a4',
      cid: '780277835918206116',
      name: 'Bałtex, Długowola Pierwsza 128, 27-300 Lipsko',
    },
  ],
  dir_two_places: [
    {
      url: 'https://www.google.co.uk/maps/dir/Bonn,+Germany/Berlin,+Germany/@51.6456171,7.9144552,7z/data=!3m1!4b1!4m13!4m12!1m5!1m1!1s0x47bee19f7ccbda49:0x86dbf8c6685c9617!2m2!1d7.0982068!2d50.73743!1m5!1m1!1s0x47a84e373f035901:0x42120465b5e3b70!2m2!1d13.404954!2d52.5200066?hl=en',
    },
  ],
  embed_pb: [
    {
      url: 'https://www.google.com/maps/embed?pb=!1m12!1m8!1m3!1d15776.588806733329!2d115.1459455!3d-8.6775484!3m2!1i1024!2i768!4f13.1!2m1!1sthe%20club%20bali!5e0!3m2!1sen!2sch!4v1767801762877!5m2!1sen!2sch',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m13!1m8!1m3!1d127.90075552939904!2d-1.4995775816851713!3d53.80214847687533!3m2!1i1024!2i768!4f13.1!3m2!1m1!2zNTPCsDQ4JzA3LjkiTiAxwrAyOSc1OC4xIlc!5e1!3m2!1sen!2sin!4v1751505544205!5m2!1sen!2sin',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m14!1m12!1m3!1d156388.35438500757!2d20.9211124!3d52.2330653!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!5e0!3m2!1spl!2spl!4v1707000000000!5m2!1spl!2spl',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m14!1m8!1m3!1d21443.850474933406!2d22.876246!3d47.791505!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x473805e40ebf39e7%3A0xc5f8c1c74c29f519!2sDENTCRAFT!5e0!3m2!1sen!2sus!4v1770155712303!5m2!1sen!2sus',
      featureId: '0x473805e40ebf39e7:0xc5f8c1c74c29f519',
      cid: '14265364881416516889',
      name: 'DENTCRAFT',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m14!1m8!1m3!1d800!2d10.1143183!3d35.6740222!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x12fdc5660ace3633%3A0x21b2299c213b1bdf!2z2YXZg9iq2Kgg2KfZhNij2LPYqtin2LDYqSDZh9mK2YHYp9ihINin2YTZgti22KfZhdmKL0NhYmluZXQgTWHDrnRyZSBIYWlmYSBHdWVkaGFtaQ!5e1!3m2!1sen!2stn!4v1764943006823!5m2!1sen!2stn',
      featureId: '0x12fdc5660ace3633:0x21b2299c213b1bdf',
      cid: '2428048899655277535',
      name: 'مكتب الأستاذة هيفاء القضامي/Cabinet Maître Haifa Guedhami',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d207614.94853464!2d-78.85!3d35.65!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x89ac5a2f9f51e0bb%3A0x6790b6528a11f0ad!2sClayton%2C%20NC!5e0!3m2!1sen!2sus!4v1700000000000!5m2!1sen!2sus',
      featureId: '0x89ac5a2f9f51e0bb:0x6790b6528a11f0ad',
      cid: '7462665048172916909',
      name: 'Clayton, NC',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d207647.54959975798!2d-78.8!3d35.65!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x89ac5a2f9f51e0bb%3A0x6790b6528a11f0ad!2sClayton%2C%20NC!5e0!3m2!1sen!2sus!4v1707000000000',
      featureId: '0x89ac5a2f9f51e0bb:0x6790b6528a11f0ad',
      cid: '7462665048172916909',
      name: 'Clayton, NC',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2318.2241452301905!2d18.550101313234443!3d54.476626989441364!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x46fda0990cb1e3b3%3A0xb3dc529e952c9812!2sKOZUBOWSKI%20STUDIO%2066!5e0!3m2!1spl!2spl!4v1763340169558!5m2!1spl!2spl',
      featureId: '0x46fda0990cb1e3b3:0xb3dc529e952c9812',
      cid: '12960324668726482962',
      name: 'KOZUBOWSKI STUDIO 66',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2633.5828618899773!2d9.15913277708782!3d48.69433947131032!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x4799c318ddfada49%3A0x8c761bb0db8ae55e!2sHolger%20Kampffmeyer%20DJ%20Dienstleistungen!5e0!3m2!1sde!2sde!4v1773674458531!5m2!1sde!2sde',
      featureId: '0x4799c318ddfada49:0x8c761bb0db8ae55e',
      cid: '10121307658973275486',
      name: 'Holger Kampffmeyer DJ Dienstleistungen',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2662.0!2d11.5658!3d48.1465!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x0%3A0x0!2sKarlstra%C3%9Fe%2047a%2C%2080333%20M%C3%BCnchen!5e0!3m2!1sde!2sde!4v1',
      name: 'Karlstraße 47a, 80333 München',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2662.0!2d11.5658!3d48.1465!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x0%3A0x0!2sRistorante%20STORIA!5e0!3m2!1sde!2sde!4v1',
      name: 'Ristorante STORIA',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2662.0!2d11.5658!3d48.1465!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x0%3A0x0!2sRistorante+STORIA!5e0!3m2!1sde!2sde!4v1',
      name: 'Ristorante STORIA',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2712.5!2d-122.785!3d47.035!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x0%3A0x0!2s4204+Lorna+Ct+SE%2C+Lacey%2C+WA+98503!5e0!3m2!1sen!2sus!4v1',
      name: '4204 Lorna Ct SE, Lacey, WA 98503',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2996.12345!2d19.818!3d41.327!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x0%3A0x0!2zNDHCsDE5JzM3LjIiTiAxOcKwNDknMDQuOCJF!5e0!3m2!1sen!2sal!4v1620000000000!5m2!1sen!2sal',
      name: '41°19\'37.2"N 19°49\'04.8"E',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d3049391.27368857!2d-7.802961579494787!3d41.72221994998439!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0xd42497b2e249b21%3A0xcfbe4d93e7e746e8!2sPavimentos%20Alin!5e0!3m2!1ses!2ses!4v1740723926866!5m2!1ses!2ses',
      featureId: '0xd42497b2e249b21:0xcfbe4d93e7e746e8',
      cid: '14969487509072332520',
      name: 'Pavimentos Alin',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d3111.3393594753975!2d-9.229967885011321!3d38.75591977959266!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0xd1ecd05db2f959d%3A0x16d90a25b997894d!2sHM+Finance!5e0!3m2!1spt-PT!2spt!4v1488308784739',
      featureId: '0xd1ecd05db2f959d:0x16d90a25b997894d',
      cid: '1646358295924410701',
      name: 'HM Finance',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d3976.803393178563!2d-75.6011776852386!3d6.257222995471998!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x8e4429a7e2e2b6e1%3A0x7e2e2b6e1e2e2b6e!2sTransversal%2039B%20%2373-23%2C%20Laureles%2C%20Medell%C3%ADn%2C%20Antioquia%2C%20Colombia!5e0!3m2!1sen!2sco!4v1680000000000!5m2!1sen!2sco',
      featureId: '0x8e4429a7e2e2b6e1:0x7e2e2b6e1e2e2b6e',
      cid: '9092252449660349294',
      name: 'Transversal 39B #73-23, Laureles, Medellín, Antioquia, Colombia',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d77373.91668916645!2d6.077958504433576!3d52.69726901355547!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x47c871953a3891e5%3A0x1a70802adc308067!2sVeneweg+199%2C+7946+LP+Wanneperveen!5e0!3m2!1sen!2snl!4v1552921192864',
      featureId: '0x47c871953a3891e5:0x1a70802adc308067',
      cid: '1905163563948867687',
      name: 'Veneweg 199, 7946 LP Wanneperveen',
    },
    {
      url: 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d978.038624!2d21.2776013!3d52.244203!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x471ed780178a953d%3A0xa54f4b85291fa03e!2sBilingual%20Boost!5e0!3m2!1sen!2spl!4v1718841600000!5m2!1sen!2spl',
      featureId: '0x471ed780178a953d:0xa54f4b85291fa03e',
      cid: '11911822574710923326',
      name: 'Bilingual Boost',
    },
  ],
  embed_v1: [
    {
      url: 'https://www.google.com/maps/embed/v1/place?key=GOOGLE_API_KEY&q=place_id:ChIJY8mKQvyOsUcRA-H7nvNI-L8',
      placeId: 'ChIJY8mKQvyOsUcRA-H7nvNI-L8',
    },
  ],
  ftid: [
    {
      url: 'http://maps.google.com/?q=%E6%BE%B3%E9%97%A8%E4%BA%9E%E5%A9%86%E4%BA%95%E5%89%8D%E5%9C%B0&ftid=0x34017af23a30defd:0xfd6a0e9d56ee96cc',
      featureId: '0x34017af23a30defd:0xfd6a0e9d56ee96cc',
      cid: '18260423708058228428',
    },
    {
      url: 'http://maps.google.com/?q=1+Boston+Medical+Center+Pl,+Boston,+MA+02118&ftid=0x89e37a3ff51e2b8d:0x7cc408d472367d7',
      featureId: '0x89e37a3ff51e2b8d:0x7cc408d472367d7',
      cid: '561895029042538455',
    },
    {
      url: 'http://maps.google.com/?q=403台中市西區台灣大道二段405號&ftid=0x34693d9d1624dc8f:0x4ddceda011ec198a',
      featureId: '0x34693d9d1624dc8f:0x4ddceda011ec198a',
      cid: '5610620507548031370',
    },
    {
      url: 'http://maps.google.com/?q=460+West+Mapleridge+Drive,+Stevens+Point,+WI+54481&ftid=0x88005ba822298b3b:0x44f4495b367416ef',
      featureId: '0x88005ba822298b3b:0x44f4495b367416ef',
      cid: '4968676945000929007',
    },
    {
      url: 'http://maps.google.com/?q=709+Olive+St,+St.+Louis,+MO+63101&ftid=0x87d8b319324f01d1:0xdb2a4f3fba81981e',
      featureId: '0x87d8b319324f01d1:0xdb2a4f3fba81981e',
      cid: '15792522178458654750',
    },
    {
      url: 'http://maps.google.com/?q=931+Nicholson+St,+Houston,+TX+77008&ftid=0x8640c7449f51d3cb:0xeb063b6b0c33df',
      featureId: '0x8640c7449f51d3cb:0xeb063b6b0c33df',
      cid: '66153471795803103',
    },
    {
      url: 'http://maps.google.com/?q=Koyasan,+K%C5%8Dya,+Ito+District,+Wakayama+Prefecture+648-0211,+Japan&ftid=0x60072760fd70987d:0xa291bb22d7c5beb7',
      featureId: '0x60072760fd70987d:0xa291bb22d7c5beb7',
      cid: '11714349864090713783',
    },
    {
      url: 'http://maps.google.com/?q=Pike+Place+Market,+Seattle,+WA&ftid=0x54906ab2c151d6cb:0x60441d5f633e9f1c',
      featureId: '0x54906ab2c151d6cb:0x60441d5f633e9f1c',
      cid: '6936701621581553436',
    },
    {
      url: 'http://maps.google.com/?q=Strada+Luigi+Cadorna,+Provincia+del+Verbano-Cusio-Ossola,+Italy&ftid=0x4785db44debbb50d:0xd7f0100676c61d6a',
      featureId: '0x4785db44debbb50d:0xd7f0100676c61d6a',
      cid: '15559954332513607018',
    },
    {
      url: 'http://maps.google.com/?q=三仙台&ftid=0x346f7048cc0117e5:0x656dddb95ce96849',
      featureId: '0x346f7048cc0117e5:0x656dddb95ce96849',
      cid: '7308741558489671753',
    },
    {
      url: 'https://maps.google.com/?q=240+Greene+St,+New+York,+NY+10012,+USA&ftid=0x89c2599065114e6d:0x814839997a5c7bf8',
      featureId: '0x89c2599065114e6d:0x814839997a5c7bf8',
      cid: '9315759160561531896',
    },
    {
      url: 'https://maps.google.com/?q=303+E+5th+St,+Los+Angeles,+CA+90013,+USA&ftid=0x80c2c6365ceb594b:0x10875c103ce05039',
      featureId: '0x80c2c6365ceb594b:0x10875c103ce05039',
      cid: '1191021851273351225',
    },
    {
      url: 'https://maps.google.com/?q=45+West+4th+Street,+New+York,+NY+10012,+USA&ftid=0x89c259906765361d:0x2fa4eab6e830f57f',
      featureId: '0x89c259906765361d:0x2fa4eab6e830f57f',
      cid: '3433126887263630719',
    },
    {
      url: 'https://maps.google.com/?q=Bay+Lake,+FL+32836,+USA&ftid=0x88dd7e390f7fab29:0x4071f2149439d1b5',
      featureId: '0x88dd7e390f7fab29:0x4071f2149439d1b5',
      cid: '4643758860995776949',
    },
    {
      url: 'https://maps.google.com/?q=Bay+Lake,+FL,+USA&ftid=0x88dd7e3886216413:0x36892580e22fc3b2',
      featureId: '0x88dd7e3886216413:0x36892580e22fc3b2',
      cid: '3929713385338291122',
    },
    {
      url: 'https://maps.google.com/?q=Vicente+de+Carvalho,+Rio+de+Janeiro+-+State+of+Rio+de+Janeiro,+Brazil&ftid=0x997cb946fdae7b:0x4a1775041d5cd0aa',
      featureId: '0x997cb946fdae7b:0x4a1775041d5cd0aa',
      cid: '5338864543803953322',
    },
    {
      url: 'https://maps.google.com/maps/place?q=Oranienstra%C3%9Fe+25,+10999+Berlin,+Germany&ftid=0x47a84e347987cf43:0x3de432b61293d019',
      featureId: '0x47a84e347987cf43:0x3de432b61293d019',
      cid: '4459745288580747289',
    },
    {
      url: 'https://maps.google.com/maps?hl=en&gl=id&um=1&ie=UTF-8&fb=1&sa=X&ftid=0x2e77c3505a57d187:0x1eb952764236c3c8',
      featureId: '0x2e77c3505a57d187:0x1eb952764236c3c8',
      cid: '2213891359699813320',
    },
    {
      url: 'https://maps.google.com/maps?q=Nile,+5a,+Tbilisi&ftid=0x40446d87c19dcec9:0x5822f57eaece365a&hl=en-GE&gl=ge&entry=gps&lucs=,47071704&g_ep=CAISDDYuOTMuMy4yNTkyMBgAINeCAyoJLDQ3MDcxNzA0QgJHRQ%3D%3D',
      featureId: '0x40446d87c19dcec9:0x5822f57eaece365a',
      cid: '6350908348993255002',
    },
    {
      url: 'https://www.google.com/maps/preview?q=Rasumofskygasse+28,+1030+Wien&ftid=0x476d076dec808089:0xaea718f50b73857c&hl=en&gl=us',
      featureId: '0x476d076dec808089:0xaea718f50b73857c',
      cid: '12585055124448314748',
    },
    {
      url: 'https://www.google.com/maps?ftid=0x6b12ae665e892fdd:0x3133f8d75a1ac251',
      featureId: '0x6b12ae665e892fdd:0x3133f8d75a1ac251',
      cid: '3545450935484072529',
    },
    {
      url: 'https://www.google.com/maps?q=Hotel+Ruby+%7C+Spokane,+901+W+1st+Ave+Ste.+B,+Spokane,+WA+99201&ftid=0x549e1866de33ec49:0x963bd390f6ecd017&entry=gps&g_st=ig',
      featureId: '0x549e1866de33ec49:0x963bd390f6ecd017',
      cid: '10825478748886585367',
    },
    {
      url: 'https://www.google.com/maps?q=Lote+13/14,+St.+A+Norte+CNA+1+Varej%C3%A3o+DI+-+Taguatinga,+Bras%C3%ADlia+-+DF,+72110-015&ftid=0x935a32e6e1d605b9:0x24748e1fc1112047&hl=pt-BR&gl=br&shorturl=1',
      featureId: '0x935a32e6e1d605b9:0x24748e1fc1112047',
      cid: '2626880749698097223',
    },
  ],
  g_co_kgs: [
    { url: 'https://g.co/kgs/91UYXud' },
    { url: 'https://g.co/kgs/DWrkWp' },
    { url: 'https://g.co/kgs/PAu2zpL' },
    { url: 'https://g.co/kgs/rdTYdi6' },
    { url: 'https://g.co/kgs/xobLzCE' },
  ],
  g_page_r: [{ url: 'https://g.page/r/CWBu6dvLgpzEEBI', cid: '14167342339880218208' }],
  g_page_r_review: [
    { url: 'https://g.page/r/CRn1KUzHwfjFEBM/review', cid: '14265364881416516889' },
    { url: 'https://g.page/r/CSBqWru1WFp7EBM/review', cid: '8888514352124684832' },
    { url: 'https://g.page/r/CU4J4rdwdR0mEAE/review', cid: '2746480474747701582' },
    { url: 'https://g.page/r/CUC_p6G8gxLXEBM/review', cid: '15497594113924513600' },
    { url: 'https://g.page/r/CUTt-ugPQ0YREBM/review', cid: '1244756082626850116' },
    { url: 'https://g.page/r/CWQgJ2tAtguBEAE/review', cid: '9298726243428409444' },
    { url: 'https://g.page/r/Ced3xuK6pa4IEAI/review', cid: '625619620338235367' },
  ],
  g_page_vanity: [
    { url: 'https://g.page/OverEasySG?share' },
    { url: 'https://g.page/TheMadHouseCoffee?share' },
    { url: 'https://g.page/TheProvidenceCollege?share' },
    { url: 'https://g.page/themanorarmsabberley?share' },
    { url: 'https://g.page/thevissioneyecenter?share' },
  ],
  list_or_mymaps: [{ url: 'https://www.google.com/maps/placelists/list/mfmnkPs6RuGyp0HOmXLSKg' }],
  local_reviews_placeid: [
    {
      url: 'https://search.google.com/local/reviews?placeid=ChIJ8y9b2of3rlQRc4X36zQzCuQ&q=Design+agency,+83702,+US&authuser=0&hl=en&gl=US',
      placeId: 'ChIJ8y9b2of3rlQRc4X36zQzCuQ',
    },
    {
      url: 'https://search.google.com/local/reviews?placeid=ChIJD_Yw80FoCkgRiwEBVG0aGK8',
      placeId: 'ChIJD_Yw80FoCkgRiwEBVG0aGK8',
    },
    {
      url: 'https://search.google.com/local/reviews?placeid=ChIJKe0_A-3sC0cREMjaVtfpgdE&=',
      placeId: 'ChIJKe0_A-3sC0cREMjaVtfpgdE',
    },
    {
      url: 'https://search.google.com/local/reviews?placeid=ChIJR4X628KXpgARbbW1FBMpJRA&q=Academia+Fitness+Buritis&authuser=0&hl=en&gl=CZ',
      placeId: 'ChIJR4X628KXpgARbbW1FBMpJRA',
    },
    {
      url: 'https://search.google.com/local/reviews?placeid=ChIJR_oXcDSjoRQRbQN4zOthU1c&q=coffee&authuser=0&hl=en',
      placeId: 'ChIJR_oXcDSjoRQRbQN4zOthU1c',
    },
    {
      url: 'https://search.google.com/local/reviews?placeid=ChIJY8i4kEVawokR4uFtFh8npMQ&q=restaurants+brooklyn+usa&authuser=0&hl=en&gl=US',
      placeId: 'ChIJY8i4kEVawokR4uFtFh8npMQ',
    },
    {
      url: 'https://search.google.com/local/reviews?placeid=ChIJf2Rh9d85kFQRWk89D47sXAM&q=Hospital,+98310,+US&authuser=0&hl=en&gl=US',
      placeId: 'ChIJf2Rh9d85kFQRWk89D47sXAM',
    },
  ],
  maps_cid: [
    {
      url: 'https://maps.google.com/maps?ll=53.036838,18.645306&z=12&t=m&hl=pl-PL&gl=US&mapclient=embed&cid=5022096919319516035&output=embed',
      cid: '5022096919319516035',
    },
    { url: 'https://www.google.com/maps?cid=16167401803672481750', cid: '16167401803672481750' },
    { url: 'https://www.google.com/maps?cid=99999', cid: '99999' },
  ],
  maps_query_other: [
    {
      url: 'https://maps.google.com/maps?oe=utf-8&client=firefox-b&um=1&ie=UTF-8&fb=1&gl=fr&sa=X&geocode=KWceOoM1OKgUMR2WCP8lzQ0R&daddr=Eptapirgiou+57,+Sikies+566+26,+Gr%C3%A8ce',
    },
    { url: 'https://maps.google.cz/?daddr=50.087451,14.420671&travelmode=driving' },
    {
      url: 'https://www.google.com/maps?rlz=1C5CHFA_enIN1151IN1151&um=1&ie=UTF-8&fb=1&gl=in&sa=X&geocode=KaM1iwnYcgg7MQtWkCmexzQd&daddr=46/2709+C,+Ground+Floor,+Haritha+Rd,+Vennala,+Kochi,+Kerala+682028',
    },
  ],
  maps_reviews_data: [
    {
      url: 'https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s109056792017768143366!2s0x0:0xa8144bae9d444f92?hl=fr-CZ',
    },
    {
      url: 'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sChZDSUhNMG9nS0VJQ0FnSUN0cklYUklnEAE!2m1!1s0x94dce43b687689a3:0x9357ee5e4536ea46',
      featureId: '0x94dce43b687689a3:0x9357ee5e4536ea46',
      cid: '10617216735204796998',
    },
    {
      url: 'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sChZDSUhNMG9nS0VJQ0FnSURYcE1makpREAE!2m1!1s0x47f29dc887c150c3:0xf6de34ab0abfb3b8',
      featureId: '0x47f29dc887c150c3:0xf6de34ab0abfb3b8',
      cid: '17788713487384425400',
    },
    {
      url: 'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sCi9DQUlRQUNvZENodHljRjlvT2tkMlkwOVZTRmhJTmpOVFJrZzRTVkZsZGxCeE9FRRAB!2m1!1s0xd1acd47c114a7e5:0x8fd185a971ad4aad',
      featureId: '0xd1acd47c114a7e5:0x8fd185a971ad4aad',
      cid: '10363211180359371437',
    },
  ],
  place_data: [
    {
      url: 'https://www.google.com/maps/place/928+Fugate+St/data=!4m2!3m1!1s0x8640b8a2aebef7b5:0xf5aa2fd4926b78fb',
      featureId: '0x8640b8a2aebef7b5:0xf5aa2fd4926b78fb',
      cid: '17702013875369244923',
      name: '928 Fugate St',
    },
    {
      url: 'https://www.google.com/maps/place/All+Bar+One+Waterloo/@51.5031352,-0.1219012,17z/data=!3m1!5s0x487604c79a2ef535:0x6b1752373d1ab417!4m12!1m6!3m5!1s0x487604b900d26973:0x4291f3172409ea92!2slastminute.com+London+Eye!8m2!3d51.5032973!4d-0.1195537!3m4!1s0x487604b8703e7371:0x4fa0bac2e4eea2de!8m2!3d51.5027724!4d-0.11729',
      featureId: '0x487604b8703e7371:0x4fa0bac2e4eea2de',
      cid: '5737791271497278174',
      name: 'All Bar One Waterloo',
    },
    {
      url: 'https://www.google.com/maps/place/All+Bar+One+Waterloo/@51.5031352,-0.1219012,17z/data=!4m5!3m4!1s0x487604b8703e7371:0x4fa0bac2e4eea2de!8m2!3d51.5000024!4d-0.11000',
      featureId: '0x487604b8703e7371:0x4fa0bac2e4eea2de',
      cid: '5737791271497278174',
      name: 'All Bar One Waterloo',
    },
    {
      url: 'https://www.google.com/maps/place/Bilingual+Boost/@52.244203,21.2776013,17z/data=!4m6!3m5!1s0x471ed780178a953d:0xa54f4b85291fa03e!8m2!3d52.244203!4d21.2776013!16s%2Fg%2F11npd2g9y4',
      featureId: '0x471ed780178a953d:0xa54f4b85291fa03e',
      cid: '11911822574710923326',
      name: 'Bilingual Boost',
    },
    {
      url: 'https://www.google.com/maps/place/Botanischer+Garten+Akureyri,+Eyrarlandsvegur,+600+Akureyri,+Island/@65.6751571,-18.0938308,16z/data=!4m6!3m5!1s0x48d28f10097bae63:0x44227d7e2f101ffc!8m2!3d65.6751571!4d-18.0938308!16s%2Fm%2F012tqmbj?g_ep=Eg1tbF8yMDI1MDgyN18wIOC7DCoASAJQAg%3D%3D',
      featureId: '0x48d28f10097bae63:0x44227d7e2f101ffc',
      cid: '4909624524696199164',
      name: 'Botanischer Garten Akureyri, Eyrarlandsvegur, 600 Akureyri, Island',
    },
    {
      url: 'https://www.google.com/maps/place/Bzzy+Bee+Insurance/@42.2498461,-89.0835985,17z/data=!3m1!4b1!4m6!3m5!1s0x8808bfe861f3b301:0xb3e821d5bd749381!8m2!3d42.2498461!4d-89.0835985!16s%2Fg%2F1tftfx1k?hl=en',
      featureId: '0x8808bfe861f3b301:0xb3e821d5bd749381',
      cid: '12963648729276257153',
      name: 'Bzzy Bee Insurance',
    },
    {
      url: 'https://www.google.com/maps/place/Caliste+I.+Hsu+MD/@41.2671432,-95.8369566,17z/data=!3m1!4b1!4m6!3m5!1s0x87938597a023a21f:0xffa534bd46285a9a!8m2!3d41.2671432!4d-95.8369566!16s%2Fg%2F11j2mmv1v3?hl=en',
      featureId: '0x87938597a023a21f:0xffa534bd46285a9a',
      cid: '18421187838359394970',
      name: 'Caliste I. Hsu MD',
    },
    {
      url: 'https://www.google.com/maps/place/Central+Park/@40.8,-73.9,15z/data=!3m1!4b1!4m5!3m4!1s0x89c2589a018531e3:0xb9df1f3170d990b5!8m2!3d40.785091!4d-73.968285',
      featureId: '0x89c2589a018531e3:0xb9df1f3170d990b5',
      cid: '13393458114030309557',
      name: 'Central Park',
    },
    {
      url: 'https://www.google.com/maps/place/Colonie/@40.6908464,-73.9958422,14z/data=!4m8!1m2!2m1!1sColonie!3m4!1s0x89c25a4590b8c863:0xc4a4271f166de1e2!8m2!3d40.6908464!4d-73.9958422',
      featureId: '0x89c25a4590b8c863:0xc4a4271f166de1e2',
      cid: '14169493342088192482',
      name: 'Colonie',
    },
    {
      url: 'https://www.google.com/maps/place/DENTCRAFT/@47.7897,22.8747,17z/data=!4m8!3m7!1s0x4738059c49336e2f:0xc5f8c1c74c29f519!8m2!3d47.7897!4d22.8747!9m1!1b1!16s%2Fg%2F11j20h5jw3',
      featureId: '0x4738059c49336e2f:0xc5f8c1c74c29f519',
      cid: '14265364881416516889',
      name: 'DENTCRAFT',
    },
    {
      url: 'https://www.google.com/maps/place/Dacia%2BPr%25C5%25AFhonice%2B-%2BPyramida%2BPr%25C5%25AFhonice,%2Bu%2BPrahy,%2BU%2BPyramidy%2B721,%2B252%2B43%2BPr%25C5%25AFhonice/data%3D!4m2!3m1!1s0x470b8f7265f22517:0xd2786b5c9cd599cd%3Futm_source%3Dmstt_1%26entry%3Dgps%26g_ep%3DCAESCTExLjYzLjcwNBgAIIgnKgBCAkNa%26ucbcb%3D1&service=local&ec=GAZAcQ',
      featureId: '0x470b8f7265f22517:0xd2786b5c9cd599cd',
      cid: '15165989790682552781',
      name: 'Dacia+Pr%C5%AFhonice+-+Pyramida+Pr%C5%AFhonice,+u+Prahy,+U+Pyramidy+721,+252+43+Pr%C5%AFhonice',
    },
    {
      url: 'https://www.google.com/maps/place/Dr.Fadime+Cenik/@48.1588483,16.4717764,17z/data=!3m1!4b1!4m6!3m5!1s0x476dabdc170b5eb7:0xe05e264828e86fd6!8m2!3d48.1588483!4d16.4717764!16s%2Fg%2F11yx9rm5zy',
      featureId: '0x476dabdc170b5eb7:0xe05e264828e86fd6',
      cid: '16167401803672481750',
      name: 'Dr.Fadime Cenik',
    },
    {
      url: 'https://www.google.com/maps/place/Fakhar+Auto+work+shop/@33.6836888,72.9911038,17z/data=!4m8!3m7!1s0x38dfbdf225f5e093:0xe3dc2b1542aa3611!8m2!3d33.6836888!4d72.9911038!16s%2Fg%2F11v0q8xqzv',
      featureId: '0x38dfbdf225f5e093:0xe3dc2b1542aa3611',
      cid: '16419045711798744593',
      name: 'Fakhar Auto work shop',
    },
    {
      url: 'https://www.google.com/maps/place/Happy+Island+Restaurant/data=!4m2!3m1!1s0x14e706c6b6df081d:0x72b72a310a2af1f!10m1!1e1',
      featureId: '0x14e706c6b6df081d:0x72b72a310a2af1f',
      cid: '516632626948386591',
      name: 'Happy Island Restaurant',
    },
    {
      url: 'https://www.google.com/maps/place/Hotel+VillaReal+S%C3%A3o+Francisco+do+Sul/@-26.230175,-48.6294897,17z/data=!3m1!4b1!4m5!3m4!1s0x94d94e6f18cede69:0x69ee994bdf03ac02!8m2!3d-26.230175!4d-48.627301',
      featureId: '0x94d94e6f18cede69:0x69ee994bdf03ac02',
      cid: '7633206969582726146',
      name: 'Hotel VillaReal São Francisco do Sul',
    },
    {
      url: 'https://www.google.com/maps/place/Island+Beach+Bar+and+Restaurant/data=!4m2!3m1!1s0x14e775b739165b35:0x7e80ca7641cd7953!10m1!1e1',
      featureId: '0x14e775b739165b35:0x7e80ca7641cd7953',
      cid: '9115508255056820563',
      name: 'Island Beach Bar and Restaurant',
    },
    {
      url: 'https://www.google.com/maps/place/Kipriakon/data=!4m2!3m1!1s0x14e732fd76f0d90d:0xe5415928d6702b47!10m1!1e1',
      featureId: '0x14e732fd76f0d90d:0xe5415928d6702b47',
      cid: '16519582940102929223',
      name: 'Kipriakon',
    },
    {
      url: 'https://www.google.com/maps/place/Passione+Vino/data=!4m2!3m1!1s0x48761caff003d959:0xeb2f32a7b9228ad7',
      featureId: '0x48761caff003d959:0xeb2f32a7b9228ad7',
      cid: '16946819618765441751',
      name: 'Passione Vino',
    },
    {
      url: 'https://www.google.com/maps/place/Perry+G.+Gruman/@27.944512,-82.5023384,17z/data=!4m8!3m7!1s0x88c2c30da03dcf4d:0xb26f41be773ec7d3!8m2!3d27.9445073!4d-82.4997635!9m1!1b1!16s%2Fg%2F1tg16j0q',
      featureId: '0x88c2c30da03dcf4d:0xb26f41be773ec7d3',
      cid: '12857567747466250195',
      name: 'Perry G. Gruman',
    },
    {
      url: 'https://www.google.com/maps/place/Philippe+Cloutier+-+Courtier+Immobilier+Saint-Eustache/@45.5671848,-73.9071601,17z/data=!3m1!4b1!4m6!3m5!1s0x4cc92f4626e8af7f:0x70d4aebb7769fe0c!8m2!3d45.5671848!4d-73.9071601!16s%2Fg%2F11z583fr78',
      featureId: '0x4cc92f4626e8af7f:0x70d4aebb7769fe0c',
      cid: '8130315347496140300',
      name: 'Philippe Cloutier - Courtier Immobilier Saint-Eustache',
    },
    {
      url: 'https://www.google.com/maps/place/RAI+-+Romantic+%26+Intimate,+Calea+Victoriei+202+Bucure%C8%99ti,+Bucuresti+010098,+Rom%C3%A2nia/@44.4490541,26.0888398,15z/data=!4m6!3m5!1s0x40b1ffed911b9fcf:0x7394a7e7855d3929!8m2!3d44.4490541!4d26.0888398!16s%2Fg%2F11svmp0zhs',
      featureId: '0x40b1ffed911b9fcf:0x7394a7e7855d3929',
      cid: '8328466223731652905',
      name: 'RAI - Romantic & Intimate, Calea Victoriei 202 București, Bucuresti 010098, România',
    },
    {
      url: 'https://www.google.com/maps/place/Restaurace%2BNa%2BMl%25C3%25ADk%25C3%25A1rn%25C4%259B,%2BBlanick%25C3%25A1%2B816,%2B258%2B01%2BVla%25C5%25A1im/data%3D!4m2!3m1!1s0x470c883394633663:0x6b862764e64740a%3Futm_source%3Dmstt_1%26entry%3Dgps%26coh%3D192189%26g_ep%3DCAESBzI2LjIuMTYYACCenQoqiAEsOTQyNjc3MjcsOTQyOTY2OTcsOTQyNzU0MDcsOTQyOTIxOTUsOTQyOTk1MzIsMTAwNzk2NTM1LDk0Mjg0NDY5LDk0MjgwNTc2LDk0MjA3Mzk0LDk0MjA3NTA2LDk0MjA4NTA2LDk0MjE4NjUzLDk0MjI5ODM5LDk0Mjc1MTY4LDk0Mjc5NjE5QgJDWg%253D%253D%26skid%3Dc6d3aeb7-9f2d-4c2d-b4e1-e2fe509277cf%26ucbcb%3D1&service=local&ec=GAZAcQ',
      featureId: '0x470c883394633663:0x6b862764e64740a',
      cid: '484245220203197450',
      name: 'Restaurace+Na+Ml%C3%ADk%C3%A1rn%C4%9B,+Blanick%C3%A1+816,+258+01+Vla%C5%A1im',
    },
    {
      url: 'https://www.google.com/maps/place/Starbucks/@40.985655,29.027581,17z/data=!3m1!4b1!4m6!3m5!1s0x14cac7936a1c5d19:0x8e8e8e8e8e8e8e8e!8m2!3d40.985655!4d29.030156!16s%2Fg%2F11b6m7m07s',
      featureId: '0x14cac7936a1c5d19:0x8e8e8e8e8e8e8e8e',
      cid: '10272304543006887566',
      name: 'Starbucks',
    },
    {
      url: 'https://www.google.com/maps/place/Trump+Tower/@40.7608106,-73.983412,15z/data=!3m1!5s0x89c259a1e735d943:0xb63f84c661f84258!4m9!1m2!2m1!1sTrump+Tower!3m5!1s0x89c258faf553cfad:0x8e9cfc7444d8f876!8m2!3d40.7624284!4d-73.973794!15sCgtUcnVtcCBUb3dlcloNIgt0cnVtcCB0b3dlcpIBCGxhbmRtYXJr',
      featureId: '0x89c258faf553cfad:0x8e9cfc7444d8f876',
      cid: '10276366026054105206',
      name: 'Trump Tower',
    },
    {
      url: 'https://www.google.com/maps/place/UnityPoint+Clinic+Pediatrics-+Cedar+Rapids:+Katie+Shearer,+MD/data=!4m6!3m5!1s0x87e4f74b9ce5d92f:0x32ebc3f59eba6f15!8m2!3d41.984169!4d-91.660933!16s%2Fg%2F1td33lqd',
      featureId: '0x87e4f74b9ce5d92f:0x32ebc3f59eba6f15',
      cid: '3669241781120823061',
      name: 'UnityPoint Clinic Pediatrics- Cedar Rapids: Katie Shearer, MD',
    },
  ],
  place_data_19s: [
    {
      url: 'https://www.google.com/maps/place/%D0%91%D0%B5%D0%BB%D0%B0+%D0%A0%D0%B5%D0%BA%D0%B0/data=!4m7!3m6!1s0x475a6f7ec4c2b00b:0x955b2ffef8eadb8e!8m2!3d44.8136672!4d20.3929842!16s%2Fg%2F11f3xv3x35!19sChIJC7DCxH5vWkcRjtvq-P4vW5U?authuser=0&hl=sr&rclk=1',
      featureId: '0x475a6f7ec4c2b00b:0x955b2ffef8eadb8e',
      cid: '10762248506676272014',
      placeId: 'ChIJC7DCxH5vWkcRjtvq-P4vW5U',
      name: 'Бела Река',
    },
    {
      url: 'https://www.google.com/maps/place/%D0%91%D0%B5%D0%BE%D0%B3%D1%80%D0%B0%D0%B4%D1%81%D0%BA%D0%BE+%D1%81%D0%BE%D0%BA%D0%B0%D1%87%D0%B5/data=!4m7!3m6!1s0x475a653773ae2df3:0x7b4c7538a627197b!8m2!3d44.8283425!4d20.4518333!16s%2Fg%2F11gf9wjny1!19sChIJ8y2uczdlWkcRexknpjh1THs?authuser=0&hl=sr&rclk=1',
      featureId: '0x475a653773ae2df3:0x7b4c7538a627197b',
      cid: '8884605051061344635',
      placeId: 'ChIJ8y2uczdlWkcRexknpjh1THs',
      name: 'Београдско сокаче',
    },
    {
      url: 'https://www.google.com/maps/place/CZOGUM+BestDrive.+Tires,+mechanics,+vehicle+inspection+station/data=!4m7!3m6!1s0x46fd71ae881f938b:0xca65c76c41ad423d!8m2!3d54.269358!4d18.642549!16s%2Fg%2F11bvvxbhrh!19sChIJi5MfiK5x_UYRPUKtQWzHZco?authuser=0&hl=en&rclk=1',
      featureId: '0x46fd71ae881f938b:0xca65c76c41ad423d',
      cid: '14584282236081488445',
      placeId: 'ChIJi5MfiK5x_UYRPUKtQWzHZco',
      name: 'CZOGUM BestDrive. Tires, mechanics, vehicle inspection station',
    },
    {
      url: 'https://www.google.com/maps/place/Fesweb/data=!4m7!3m6!1s0xd9f8b3f4ca29cc1:0xcd04542a87aa4ca7!8m2!3d34.0351371!4d-4.9982427!16s%2Fg%2F1wj_vmrt!19sChIJwZyiTD-Lnw0Rp0yqhypUBM0?authuser=0&hl=fr&rclk=1',
      featureId: '0xd9f8b3f4ca29cc1:0xcd04542a87aa4ca7',
      cid: '14773025219323514023',
      placeId: 'ChIJwZyiTD-Lnw0Rp0yqhypUBM0',
      name: 'Fesweb',
    },
    {
      url: 'https://www.google.com/maps/place/Good%20Four%20Seasons%20Restaurant/data=!4m7!3m6!1s0x8c0369786aca8451:0x5ec1a178c1bdb233!8m2!3d18.3776318!4d-66.0960583!16s/g/11mv1bgy2p!19sChIJUYTKanhpA4wRM7K9wXihwV4?authuser=0&hl=en&rclk=1',
      featureId: '0x8c0369786aca8451:0x5ec1a178c1bdb233',
      cid: '6827916050088964659',
      placeId: 'ChIJUYTKanhpA4wRM7K9wXihwV4',
      name: 'Good Four Seasons Restaurant',
    },
    {
      url: 'https://www.google.com/maps/place/Hampton%20Hyundai%20-%20North%20Hampton/data=!4m7!3m6!1s0x89e2e9f8f7d4921b:0x4ad0fed99cb1680a!8m2!3d42.9909818!4d-70.817332!16s/g/1jmck_ydm!19sChIJG5LU9_jp4okRCmixnNn-0Eo?authuser=0&hl=en&rclk=1',
      featureId: '0x89e2e9f8f7d4921b:0x4ad0fed99cb1680a',
      cid: '5391088964552714250',
      placeId: 'ChIJG5LU9_jp4okRCmixnNn-0Eo',
      name: 'Hampton Hyundai - North Hampton',
    },
    {
      url: 'https://www.google.com/maps/place/Kalkulus+s.c.+Biuro+rachunkowe+w+Gda%C5%84sku/data=!4m7!3m6!1s0x46fd0b32162bf291:0x5ca7d8802fd592a2!8m2!3d54.397194!4d18.605779!16s%2Fg%2F1tg4_36v!19sChIJkfIrFjIL_UYRopLVL4DYp1w?authuser=0&hl=en&rclk=1',
      featureId: '0x46fd0b32162bf291:0x5ca7d8802fd592a2',
      cid: '6676543017669989026',
      placeId: 'ChIJkfIrFjIL_UYRopLVL4DYp1w',
      name: 'Kalkulus s.c. Biuro rachunkowe w Gdańsku',
    },
    {
      url: 'https://www.google.com/maps/place/Lyfe+Coffee/data=!4m7!3m6!1s0x2e698d0ebdd2d703:0x75ace637fee29c7e!8m2!3d-6.2899247!4d106.9513236!16s%2Fg%2F11nghjyp28!19sChIJA9fSvQ6NaS4Rfpzi_jfmrHU?authuser=0&hl=id&rclk=1',
      featureId: '0x2e698d0ebdd2d703:0x75ace637fee29c7e',
      cid: '8479405326605655166',
      placeId: 'ChIJA9fSvQ6NaS4Rfpzi_jfmrHU',
      name: 'Lyfe Coffee',
    },
    {
      url: 'https://www.google.com/maps/place/SUSTENA+INC.+%28Philippines%29/data=!4m7!3m6!1s0x3397c90f31a7c8bd:0x9ea0a2446fed848c!8m2!3d14.558177!4d121.0196678!16s%2Fg%2F11dxfqp_c0!19sChIJvcinMQ_JlzMRjITtb0SioJ4?authuser=0&hl=en&rclk=1',
      featureId: '0x3397c90f31a7c8bd:0x9ea0a2446fed848c',
      cid: '11430314269085631628',
      placeId: 'ChIJvcinMQ_JlzMRjITtb0SioJ4',
      name: 'SUSTENA INC. (Philippines)',
    },
    {
      url: 'https://www.google.com/maps/place/Webmarko/data=!4m7!3m6!1s0xd9f8c86d1348f1f:0x2f4c7b2754044613!8m2!3d34.0332905!4d-4.9971706!16s%2Fg%2F1232tg_0h!19sChIJH4800YaMnw0RE0YEVCd7TC8?authuser=0&hl=fr&rclk=1',
      featureId: '0xd9f8c86d1348f1f:0x2f4c7b2754044613',
      cid: '3408234426856130067',
      placeId: 'ChIJH4800YaMnw0RE0YEVCd7TC8',
      name: 'Webmarko',
    },
    {
      url: 'https://www.google.com/maps/place/YASHAS+REAL+ESTATE/data=!4m7!3m6!1s0x3bae3d362528a6ff:0x300e503067c9b6cc!8m2!3d12.9886546!4d77.5561137!16s%2Fg%2F11rcqh2r3p!19sChIJ_6YoJTY9rjsRzLbJZzBQDjA?authuser=0&hl=en&rclk=1',
      featureId: '0x3bae3d362528a6ff:0x300e503067c9b6cc',
      cid: '3462793332324415180',
      placeId: 'ChIJ_6YoJTY9rjsRzLbJZzBQDjA',
      name: 'YASHAS REAL ESTATE',
    },
  ],
  place_data_cctld: [
    {
      url: 'https://www.google.co.in/maps/place/JNANAVIKAS+INSTITUITE+OF+TECHNOLOGY/@12.8971414,77.4588463,17z/data=!3m1!4b1!4m6!3m5!1s0x3bae38c8e06077e3:0x1c70ae4284490516!8m2!3d12.8971414!4d77.4614212!16s%2Fg%2F1hc5v5w13?entry=ttu',
      featureId: '0x3bae38c8e06077e3:0x1c70ae4284490516',
      cid: '2049329431164028182',
      name: 'JNANAVIKAS INSTITUITE OF TECHNOLOGY',
    },
    {
      url: 'https://www.google.co.in/maps/place/PSG+College+of+Arts+%26+Science/@11.0332141,77.0316629,17z/data=!3m1!4b1!4m5!3m4!1s0x3ba858526b5c0591:0x6c452206816788d4!8m2!3d11.0332088!4d77.0338516?hl=en&authuser=0',
      featureId: '0x3ba858526b5c0591:0x6c452206816788d4',
      cid: '7801679340825446612',
      name: 'PSG College of Arts & Science',
    },
    {
      url: 'https://www.google.co.in/maps/place/SUN+GOLD+WORKS/@10.7915542,79.1316556,17z/data=!3m1!4b1!4m5!3m4!1s0x3baac74b5a09662f:0x469b6676ec63e0e6!8m2!3d10.7915489!4d79.1338443',
      featureId: '0x3baac74b5a09662f:0x469b6676ec63e0e6',
      cid: '5087772865003249894',
      name: 'SUN GOLD WORKS',
    },
    {
      url: 'https://www.google.co.in/maps/place/ibis+Pune+Viman+Nagar/@18.5558895,73.9088665,2848m/data=!3m2!1e3!5s0x3bc2c1407dc761af:0xa576a7946a2cb7e0!4m9!3m8!1s0x3bc2c13fdae5b205:0x2f1a55f89a8b981b!5m2!4m1!1i2!8m2!3d18.5598737!4d73.9130458!16s%2Fg%2F1vgw_5xx?entry=ttu',
      featureId: '0x3bc2c13fdae5b205:0x2f1a55f89a8b981b',
      cid: '3394119795410180123',
      name: 'ibis Pune Viman Nagar',
    },
    {
      url: 'https://www.google.co.jp/maps/place/%E3%80%92360-0161+%E5%9F%BC%E7%8E%89%E7%9C%8C%E7%86%8A%E8%B0%B7%E5%B8%82%E4%B8%87%E5%90%89%EF%BC%92%EF%BC%96%EF%BC%94%EF%BC%93%E2%88%92%EF%BC%91/@36.1292306,139.3715828,17z/data=!3m1!4b1!4m5!3m4!1s0x601f29e7992eee3d:0x229d3aff79c63951!8m2!3d36.1292306!4d139.3737715',
      featureId: '0x601f29e7992eee3d:0x229d3aff79c63951',
      cid: '2494214637567228241',
      name: '〒360-0161 埼玉県熊谷市万吉２６４３−１',
    },
    {
      url: 'https://www.google.co.jp/maps/place/G.B.T%E3%82%B5%E3%83%BC%E3%83%93%E3%82%B9/@34.992211,137.1396299,17z/data=!3m1!4b1!4m6!3m5!1s0x6004a27c3edfa847:0x6f3291a7e40a93d2!8m2!3d34.992211!4d137.1422048!16s%2Fg%2F11snnk8pfq?hl=ja&entry=ttu',
      featureId: '0x6004a27c3edfa847:0x6f3291a7e40a93d2',
      cid: '8012626837316998098',
      name: 'G.B.Tサービス',
    },
    {
      url: 'https://www.google.co.uk/maps/place/Student+Ventures+Incubator/@51.4991367,-2.5494476,17z/data=!3m1!5s0x48719032f1b74bbb:0x474c8d872ad9970c!4m6!3m5!1s0x4871912b7d4f0e85:0x89210e44641bfadb!8m2!3d51.5002995!4d-2.5475728!16s%2Fg%2F11h80fxjft?entry=ttu&g_ep=EgoyMDI0MDgyOC4wIKXMDSoASAFQAw%3D%3D',
      featureId: '0x4871912b7d4f0e85:0x89210e44641bfadb',
      cid: '9881194744327699163',
      name: 'Student Ventures Incubator',
    },
    {
      url: 'https://www.google.com.au/maps/place/The+Kingswood/@-28.5395242,153.5489723,17z/data=!3m1!4b1!4m5!3m4!1s0x6b908bb174a108dd:0xa7a92541badfbf78!8m2!3d-28.5395289!4d153.551161',
      featureId: '0x6b908bb174a108dd:0xa7a92541badfbf78',
      cid: '12081228439636393848',
      name: 'The Kingswood',
    },
    {
      url: 'https://www.google.com.br/maps/place/FECAP+-+Fundação+Escola+de+Comércio+Álvares+Penteado+-+Campus+Liberdade/@-23.5572348,-46.6395381,17z/data=!4m6!3m5!1s0x94ce59a8b4d648f9:0x862df06cefe8bc3e!8m2!3d-23.5572348!4d-46.6369578!16s%2Fg%2F122xff09?entry=ttu&g_ep=EgoyMDI0MTAyOS4wIKXMDSoASAFQAw%3D%3D',
      featureId: '0x94ce59a8b4d648f9:0x862df06cefe8bc3e',
      cid: '9668648325706464318',
      name: 'FECAP - Fundação Escola de Comércio Álvares Penteado - Campus Liberdade',
    },
    {
      url: 'https://www.google.com.tr/maps/place/Mevlana+M%C3%BCzesi/@37.8707281,32.5028103,17z/data=!3m1!4b1!4m5!3m4!1s0x14d0851041d7b9a3:0x843bb18685ba9410!8m2!3d37.8707281!4d32.504999',
      featureId: '0x14d0851041d7b9a3:0x843bb18685ba9410',
      cid: '9528404627959747600',
      name: 'Mevlana Müzesi',
    },
    {
      url: 'https://www.google.com.tr/maps/place/Mji+Mkongwe,+Zanzibar/@-6.1625492,39.1930146,15z/data=!3m1!4b1!4m5!3m4!1s0x185cd059242fbd01:0x9a18e54b0e5a94d8!8m2!3d-6.162222!4d39.1920735',
      featureId: '0x185cd059242fbd01:0x9a18e54b0e5a94d8',
      cid: '11103876991808083160',
      name: 'Mji Mkongwe, Zanzibar',
    },
    {
      url: 'https://www.google.com.tr/maps/place/Perge+Antik+Kenti/@36.9574934,30.8499935,17z/data=!3m1!4b1!4m5!3m4!1s0x14c381a96a370743:0xc68467e8d8ebb407!8m2!3d36.9574934!4d30.8521822',
      featureId: '0x14c381a96a370743:0xc68467e8d8ebb407',
      cid: '14304672566204937223',
      name: 'Perge Antik Kenti',
    },
    {
      url: 'https://www.google.com.tr/maps/place/Ye%C5%9Fil+Dardanos+Tatil+Sitesi/@40.0767564,26.3636376,17z/data=!3m1!4b1!4m6!3m5!1s0x14b1ab2e2404ce39:0xbe3cbbf1150f0ca6!8m2!3d40.0767523!4d26.3662125!16s%2Fg%2F11h1knns_7?hl=tr&entry=ttu',
      featureId: '0x14b1ab2e2404ce39:0xbe3cbbf1150f0ca6',
      cid: '13708038009923767462',
      name: 'Yeşil Dardanos Tatil Sitesi',
    },
    {
      url: 'https://www.google.cz/maps/place/Hrad+P%C3%ADsek/@49.3088543,14.1454615,391m/data=!3m1!1e3!4m12!1m6!3m5!1s0x470b4ff494c201db:0x4f78e2a2eaa0955b!2sHrad+P%C3%ADsek!8m2!3d49.3088525!4d14.1465894!3m4!1s0x470b4ff494c201db:0x4f78e2a2eaa0955b!8m2!3d49.3088525!4d14.1465894',
      featureId: '0x470b4ff494c201db:0x4f78e2a2eaa0955b',
      cid: '5726576115550557531',
      name: 'Hrad Písek',
    },
    {
      url: 'https://www.google.de/maps/place/Brandenburger+Tor/@52.5068441,13.4247317,10z/data=!4m13!1m7!3m6!1s0x47a84e373f035901:0x42120465b5e3b70!2sBerlin!3b1!8m2!3d52.5200066!4d13.404954!3m4!1s0x47a851c655f20989:0x26bbfb4e84674c63!8m2!3d52.5162731!4d13.3777428',
      featureId: '0x47a851c655f20989:0x26bbfb4e84674c63',
      cid: '2791100708733537379',
      name: 'Brandenburger Tor',
    },
    {
      url: 'https://www.google.de/maps/place/Rudolf-Diesel-Stra%C3%9Fe+8,+56220+Urmitz/@50.39994,7.51679,17z/data=!3m1!4b1!4m2!3m1!1s0x47be624bd32c320f:0xac077ed4cd58e747',
      featureId: '0x47be624bd32c320f:0xac077ed4cd58e747',
      cid: '12396015951803901767',
      name: 'Rudolf-Diesel-Straße 8, 56220 Urmitz',
    },
    {
      url: 'https://www.google.es/maps/place/Bbva/@-33.4245607,-70.6119668,17z/data=!3m1!4b1!4m2!3m1!1s0x9662cf65c7687337:0xe8bd98d4bc5ad3fb',
      featureId: '0x9662cf65c7687337:0xe8bd98d4bc5ad3fb',
      cid: '16770728626858152955',
      name: 'Bbva',
    },
    {
      url: "https://www.google.es/maps/place/Carrer+Jos%C3%A9+Segrelles,+11,+46529+Canet+d'en+Berenguer,+Valencia/@39.6801824,-0.2064551,568m/data=!3m2!1e3!4b1!4m2!3m1!1s0xd60166833aa4fad:0xd70f1b77e3c89fbb!6m1!1e1",
      featureId: '0xd60166833aa4fad:0xd70f1b77e3c89fbb',
      cid: '15496635044541800379',
      name: "Carrer José Segrelles, 11, 46529 Canet d'en Berenguer, Valencia",
    },
    {
      url: 'https://www.google.es/maps/place/Schennerhof/@46.6890374,11.185739,767m/data=!3m3!1e3!4b1!5s0x4782bbc3ea26d3fb:0xd34d1298bb30ef0f!4m8!3m7!1s0x4782bbc1e23f7a2b:0xa930ded9e1a1f4c5!5m2!4m1!1i2!8m2!3d46.6890337!4d11.1879277',
      featureId: '0x4782bbc1e23f7a2b:0xa930ded9e1a1f4c5',
      cid: '12191489218666689733',
      name: 'Schennerhof',
    },
    {
      url: 'https://www.google.fr/maps/place/29+Rue+Joseph+Cugnot,+37300+Jou%C3%A9-l%C3%A8s-Tours/@47.3417368,0.6296892,17z/data=!4m5!3m4!1s0x47fd29b8fa1a1c23:0xa72af9e80f41014a!8m2!3d47.3423511!4d0.6302739',
      featureId: '0x47fd29b8fa1a1c23:0xa72af9e80f41014a',
      cid: '12045714928439460170',
      name: '29 Rue Joseph Cugnot, 37300 Joué-lès-Tours',
    },
    {
      url: 'https://www.google.fr/maps/place/36+Rue+du+Faubourg+Valmorin,+28210+Nogent-le-Roi/@48.6511556,1.5253007,440m/data=!3m1!1e3!4m2!3m1!1s0x47e40314802bed59:0x1deca07c1ed51afc!6m1!1e1',
      featureId: '0x47e40314802bed59:0x1deca07c1ed51afc',
      cid: '2156274776557296380',
      name: '36 Rue du Faubourg Valmorin, 28210 Nogent-le-Roi',
    },
    {
      url: 'https://www.google.fr/maps/place/Advise+Communication/@49.0380051,2.0776499,17z/data=!3m1!4b1!4m5!3m4!1s0x47e6f53c084d5d31:0xc68488f30a27896a!8m2!3d49.0380051!4d2.0798386',
      featureId: '0x47e6f53c084d5d31:0xc68488f30a27896a',
      cid: '14304708893864331626',
      name: 'Advise Communication',
    },
    {
      url: 'https://www.google.fr/maps/place/Cars+Pat/@43.2483415,5.3982268,17z/data=!4m8!3m7!1s0x12c9b884f41d09d5:0x967b25d3c34e14c3!8m2!3d43.2483415!4d5.4008017!9m1!1b1!16s%2Fg%2F1tf20zt9?entry=ttu',
      featureId: '0x12c9b884f41d09d5:0x967b25d3c34e14c3',
      cid: '10843302119269602499',
      name: 'Cars Pat',
    },
    {
      url: 'https://www.google.it/maps/place/Gabinet+Podologiczny+-+Hallux+Clinic/@51.7470944,19.3919956,17z/data=!4m8!3m7!1s0xaa3c1637f752cc7d:0x987af35fe5957128!8m2!3d51.7470911!4d19.3945759!9m1!1b1!16s%2Fg%2F11vbdt5s5m?entry=ttu&g_ep=EgoyMDI1MTEyMy4xIKXMDSoASAFQAw%3D%3D',
      featureId: '0xaa3c1637f752cc7d:0x987af35fe5957128',
      cid: '10987361834122965288',
      name: 'Gabinet Podologiczny - Hallux Clinic',
    },
    {
      url: 'https://www.google.it/maps/place/Palazzo+Panciatichi,+Florence/@43.7742712,11.2509964,1732m/data=!3m1!1e3!4m6!3m5!1s0x132a57cd010e550b:0x8f91f825e1f20f4!8m2!3d43.7750179!4d11.2561955!16s%2Fg%2F11b6zp4337',
      featureId: '0x132a57cd010e550b:0x8f91f825e1f20f4',
      cid: '646582666289684724',
      name: 'Palazzo Panciatichi, Florence',
    },
    {
      url: 'https://www.google.it/maps/place/Piazza+Arsenale,+Cagliari+CA/@39.2219054,9.114491,17z/data=!3m1!4b1!4m5!3m4!1s0x12e7340e1a256fbd:0x85eabc7c61b0d1f0!8m2!3d39.2219013!4d9.1166797?hl=it&authuser=0',
      featureId: '0x12e7340e1a256fbd:0x85eabc7c61b0d1f0',
      cid: '9649732393995653616',
      name: 'Piazza Arsenale, Cagliari CA',
    },
    {
      url: 'https://www.google.it/maps/place/Via+Antonio+Labriola,+80145+Napoli+NA/@40.8972755,14.2373719,17z/data=!3m1!4b1!4m5!3m4!1s0x133b07b5012776e5:0xe32b60b88ac1986d!8m2!3d40.8972715!4d14.2395606',
      featureId: '0x133b07b5012776e5:0xe32b60b88ac1986d',
      cid: '16369283616326391917',
      name: 'Via Antonio Labriola, 80145 Napoli NA',
    },
  ],
  place_data_cell0: [
    {
      url: 'https://www.google.co.uk/maps/place/Hans+Electric+Ltd/@51.5503563,0.1989772,15z/data=!4m7!3m6!1s0x0:0x6325ee7eacc538a1!8m2!3d51.5503563!4d0.1989772!9m1!1b1',
      featureId: '0x0:0x6325ee7eacc538a1',
      cid: '7144378611725056161',
      name: 'Hans Electric Ltd',
    },
    {
      url: 'https://www.google.com.au/maps/place/LIC+Tonsorial+Barber+Shop+%26+Shaving+Parlor/@40.756052,-73.9198059,15z/data=!4m5!3m4!1s0x0:0xd4ab8bd292975fad!8m2!3d40.756052!4d-73.9198059',
      featureId: '0x0:0xd4ab8bd292975fad',
      cid: '15324495893577031597',
      name: 'LIC Tonsorial Barber Shop & Shaving Parlor',
    },
    {
      url: 'https://www.google.com/maps/place/Dpp+Asttatindo/@-6.213958,106.844378,14z/data=!4m5!3m4!1s0x0:0x3af1fa5579bc844!8m2!3d-6.2139611!4d106.8443834?ll=-6.213958,106.844378&z=14&t=m&hl=en&gl=US&mapclient=embed&cid=265465698038040644&shorturl=1',
      featureId: '0x0:0x3af1fa5579bc844',
      cid: '265465698038040644',
      name: 'Dpp Asttatindo',
    },
    {
      url: 'https://www.google.com/maps/place/Zelend%C3%A1rky/@49.2069545,14.2495123,15z/data=!4m5!3m4!1s0x0:0x3ad3965c4ecb9e51!8m2!3d49.2113282!4d14.2553488',
      featureId: '0x0:0x3ad3965c4ecb9e51',
      cid: '4238896997488893521',
      name: 'Zelendárky',
    },
  ],
  place_data_entry: [
    {
      url: 'https://www.google.com/maps/place/%22%D0%A3+%D1%81%D0%BE%D1%81%D0%B5%D0%B4%D0%B0%22+-+%D0%BF%D1%80%D0%BE%D0%BA%D0%B0%D1%82+%D0%B8%D0%BD%D1%81%D1%82%D1%80%D1%83%D0%BC%D0%B5%D0%BD%D1%82%D0%B0/@53.8407933,27.5413653,17z/data=!4m18!1m9!3m8!1s0x46dbd12f5cb6e2fd:0x3d274afc25b2b629!2zItCjINGB0L7RgdC10LTQsCIgLSDQv9GA0L7QutCw0YIg0LjQvdGB0YLRgNGD0LzQtdC90YLQsA!8m2!3d53.8407933!4d27.5439402!9m1!1b1!16s%2Fg%2F11nnr5w_3n!3m7!1s0x46dbd12f5cb6e2fd:0x3d274afc25b2b629!8m2!3d53.8407933!4d27.5439402!9m1!1b1!16s%2Fg%2F11nnr5w_3n?entry=ttu&g_ep=EgoyMDI2MDgxMi4wIKXMDSoASAFQAw%3D%3D',
      featureId: '0x46dbd12f5cb6e2fd:0x3d274afc25b2b629',
      cid: '4406573207230002729',
      name: '"У соседа" - прокат инструмента',
    },
    {
      url: 'https://www.google.com/maps/place/%22%D0%A3+%D1%81%D0%BE%D1%81%D0%B5%D0%B4%D0%B0%22+-+%D0%BF%D1%80%D0%BE%D0%BA%D0%B0%D1%82+%D0%B8%D0%BD%D1%81%D1%82%D1%80%D1%83%D0%BC%D0%B5%D0%BD%D1%82%D0%B0/@53.8407933,27.5413653,17z/data=!4m18!1m9!3m8!1s0x46dbd12f5cb6e2fd:0x3d274afc25b2b629!2zItCjINGB0L7RgdC10LTQsCIgLSDQv9GA0L7QutCw0YIg0LjQvdGB0YLRgNGD0LzQtdC90YLQsA!8m2!3d53.8407933!4d27.5439402!9m1!1b1!16s%2Fg%2F11nnr5w_3n!3m7!1s0x46dbd12f5cb6e2fd:0x3d274afc25b2b629!8m2!3d53.8407933!4d27.5439402!9m1!1b1!16s%2Fg%2F11nnr5w_3n?entry=ttu&hl=ru&gl=by',
      featureId: '0x46dbd12f5cb6e2fd:0x3d274afc25b2b629',
      cid: '4406573207230002729',
      name: '"У соседа" - прокат инструмента',
    },
    {
      url: 'https://www.google.com/maps/place/%E6%9D%BE%E6%9C%AC%E5%9F%8E/@36.238653,137.9688674,17z/data=!3m1!4b1!4m6!3m5!1s0x601d0e850a9a5999:0x902d0e20fabcf654!8m2!3d36.238653!4d137.9688674!16zL20vMDM5cXE2?hl=ja&entry=ttu&g_ep=EgoyMDI2MDgxOS4wIKXMDSoASAFQAw%3D%3D',
      featureId: '0x601d0e850a9a5999:0x902d0e20fabcf654',
      cid: '10388975450222032468',
      name: '松本城',
    },
    {
      url: 'https://www.google.com/maps/place/Andes+Stump+Grinding/@42.6774895,-83.246131,17z/data=!3m1!4b1!4m6!3m5!1s0xaeb61f3cfc839df5:0x4ed1cac05ac51559!8m2!3d42.6774895!4d-83.246131!16s%2Fg%2F11yr_v_16d?entry=ttu',
      featureId: '0xaeb61f3cfc839df5:0x4ed1cac05ac51559',
      cid: '5679543532596303193',
      name: 'Andes Stump Grinding',
    },
    {
      url: 'https://www.google.com/maps/place/Apple+Apple+Park+Visitor+Center/@37.3327772,-122.0079593,17z/data=!4m18!1m9!3m8!1s0x808fb5c5d7e7a3d1:0x1741de234d732f80!2sApple+Apple+Park+Visitor+Center!8m2!3d37.332773!4d-122.0053844!9m1!1b1!16s%2Fg%2F11rjtz4vtg!3m7!1s0x808fb5c5d7e7a3d1:0x1741de234d732f80!8m2!3d37.332773!4d-122.0053844!9m1!1b1!16s%2Fg%2F11rjtz4vtg?entry=ttu',
      featureId: '0x808fb5c5d7e7a3d1:0x1741de234d732f80',
      cid: '1675864779563151232',
      name: 'Apple Apple Park Visitor Center',
    },
    {
      url: 'https://www.google.com/maps/place/CORPOELEC/@10.5515199,-63.7200862,10z/data=!4m10!1m2!2m1!1sestado+sucre+Sector+El+Valle+Calle+La+Planta+CORPOELEC!3m6!1s0x8c33dd84668089f1:0x7129707f6e393783!8m2!3d10.663687!4d-63.2461799!15sCjZlc3RhZG8gc3VjcmUgU2VjdG9yIEVsIFZhbGxlIENhbGxlIExhIFBsYW50YSBDT1JQT0VMRUMiA4gBAZIBC2VsZWN0cmljaWFu4AEA!16s%2Fg%2F11rgll5jnv?entry=ttu',
      featureId: '0x8c33dd84668089f1:0x7129707f6e393783',
      cid: '8154172292943394691',
      name: 'CORPOELEC',
    },
    {
      url: 'https://www.google.com/maps/place/Hypnosetherapie+Janine+Aerni/@46.939631,7.4338689,17z/data=!3m1!4b1!4m6!3m5!1s0x478e3919098aba6d:0xc134d9016ead528c!8m2!3d46.939631!4d7.4364438!16s%2Fg%2F11w9gt4g0k?entry=ttu',
      featureId: '0x478e3919098aba6d:0xc134d9016ead528c',
      cid: '13921990948284093068',
      name: 'Hypnosetherapie Janine Aerni',
    },
    {
      url: 'https://www.google.com/maps/place/Jan+Hus+monument/@50.0868596,14.4201333,19z/data=!4m6!3m5!1s0x470b94e96b3ad9c1:0x4d05ec8957b56640!8m2!3d50.0877215!4d14.4211422!16s%2Fm%2F03bzzqx!11m1!6b1?hl=en&entry=ttu',
      featureId: '0x470b94e96b3ad9c1:0x4d05ec8957b56640',
      cid: '5550102190430185024',
      name: 'Jan Hus monument',
    },
    {
      url: 'https://www.google.com/maps/place/Rohini+Ayurvedic+Wellness+center/@33.3390549,-86.8683855,17z/data=!4m8!3m7!1s0x888921c4e0f83da5:0x3037a606fa9f118e!8m2!3d33.3390549!4d-86.8683855!9m1!1b1!16s%2Fg%2F11rf6ss6v0?entry=ttu&g_ep=EgoyMDI0MDkxNi4wIKXMDSoASAFQAw%3D%3D',
      featureId: '0x888921c4e0f83da5:0x3037a606fa9f118e',
      cid: '3474428186444370318',
      name: 'Rohini Ayurvedic Wellness center',
    },
    {
      url: 'https://www.google.com/maps/place/Roman+Becker+-+EVERNEST+%7C+Immobilienmakler+%26+Immobilienbewertung+K%C3%B6ln/@50.9436867,6.9395297,255m/data=!3m2!1e3!5s0x47bf2508eec9b9e5:0xde7724a887a26811!4m16!1m9!3m8!1s0x47bf25639c834cd5:0xa1f403fda5f75a31!2sRoman+Becker+-+EVERNEST+%7C+Immobilienmakler+%26+Immobilienbewertung+K%C3%B6ln!8m2!3d50.9436867!4d6.9406741!9m1!1b1!16s%2Fg%2F11w4rp9vvy!3m5!1s0x47bf25639c834cd5:0xa1f403fda5f75a31!8m2!3d50.9436867!4d6.9406741!16s%2Fg%2F11w4rp9vvy?entry=ttu',
      featureId: '0x47bf25639c834cd5:0xa1f403fda5f75a31',
      cid: '11669956922369858097',
      name: 'Roman Becker - EVERNEST | Immobilienmakler & Immobilienbewertung Köln',
    },
    {
      url: 'https://www.google.com/maps/place/Roman+Becker+-+EVERNEST+%7C+Immobilienmakler+%26+Immobilienbewertung+K%C3%B6ln/@50.9436867,6.9395297,255m/data=!3m2!1e3!5s0x47bf2508eec9b9e5:0xde7724a887a26811!4m16!1m9!3m8!1s0x47bf25639c834cd5:0xa1f403fda5f75a31!2sRoman+Becker+-+EVERNEST+%7C+Immobilienmakler+%26+Immobilienbewertung+K%C3%B6ln!8m2!3d50.9436867!4d6.9406741!9m1!1b1!16s%2Fg%2F11w4rp9vvy!3m5!1s0x47bf25639c834cd5:0xa1f403fda5f75a31!8m2!3d50.9436867!4d6.9406741!16s%2Fg%2F11w4rp9vvy?entry=ttu&g_ep=EgoyMDI2MDYxMy4wIKXMDSoASAFQAw%3D%3D',
      featureId: '0x47bf25639c834cd5:0xa1f403fda5f75a31',
      cid: '11669956922369858097',
      name: 'Roman Becker - EVERNEST | Immobilienmakler & Immobilienbewertung Köln',
    },
    {
      url: 'https://www.google.com/maps/place/Statue+of+Liberty/@40.6892534,-74.0470753,17z/data=!3m1!4b1!4m6!3m5!1s0x89c25090129c363d:0x40c6a5770d25022b!8m2!3d40.6892494!4d-74.0445004!16zL20vMDcycDg?entry=ttu',
      featureId: '0x89c25090129c363d:0x40c6a5770d25022b',
      cid: '4667599994556318251',
      name: 'Statue of Liberty',
    },
    {
      url: 'https://www.google.com/maps/place/Usoseda.by/@53.9129193,27.5150361,17z/data=!4m8!3m7!1s0x46dbc5833a1f2091:0x4411c357b6b7ed94!8m2!3d53.9129193!4d27.517611!9m1!1b1!16s%2Fg%2F11n4t9ntg3?entry=ttu&g_ep=EgoyMDI2MDYyNC4wIKXMDSoASAFQAw%3D%3D',
      featureId: '0x46dbc5833a1f2091:0x4411c357b6b7ed94',
      cid: '4904916250678259092',
      name: 'Usoseda.by',
    },
    {
      url: 'https://www.google.com/maps/place/Usoseda.by/@53.9129193,27.5150361,17z/data=!4m8!3m7!1s0x46dbc5833a1f2091:0x4411c357b6b7ed94!8m2!3d53.9129193!4d27.517611!9m1!1b1!16s%2Fg%2F11n4t9ntg3?entry=ttu&hl=ru&gl=by',
      featureId: '0x46dbc5833a1f2091:0x4411c357b6b7ed94',
      cid: '4904916250678259092',
      name: 'Usoseda.by',
    },
    {
      url: 'https://www.google.com/maps/place/WRP+Detailing+Solutions/@25.2843892,55.0769251,11z/data=!4m12!1m2!2m1!1sWRP+Detailing+Dubai!3m8!1s0x3e5f5d10e6baa4e9:0x4eab63b124365b9b!8m2!3d25.2843892!4d55.3817957!9m1!1b1!15sChNXUlAgRGV0YWlsaW5nIER1YmFpWhUiE3dycCBkZXRhaWxpbmcgZHViYWmSARZ3aW5kb3dfdGludGluZ19zZXJ2aWNlmgFEQ2k5RFFVbFJRVU52WkVOb2RIbGpSamx2VDIxb1MxcFdiSFZaTWs1c1lraG9UMUZYTlZGVlIyaG1UakJXTWxWWVl4QULgAQD6AQUIqgMQRw!16s%2Fg%2F11ykml3b0l?entry=ttu&g_ep=EgoyMDI2MDIyMi4wIKXMDSoASAFQAw%3D%3D',
      featureId: '0x3e5f5d10e6baa4e9:0x4eab63b124365b9b',
      cid: '5668734168443804571',
      name: 'WRP Detailing Solutions',
    },
  ],
  place_data_mobile: [
    {
      url: 'https://www.google.com/maps/place/%C3%84nderungsschneiderei+Hadamar,+Schulstra%C3%9Fe+3,+65589+Hadamar/@50.4484901,8.0469828,3a,54.9y,5.97h,62.4t/data=!3m5!1e1!3m3!1szFIo-lmR3NWYzi_eWhPHFQ!2e0!6shttps:%2F%2Fstreetviewpixels-pa.googleapis.com%2Fv1%2Fthumbnail%3Fpanoid%3DzFIo-lmR3NWYzi_eWhPHFQ%26w%3D900%26h%3D600%26ll%3D0.0,0.0%26yaw%3D5.0%26pitch%3D28.0%26cb_client%3Dgmm.iv.android!4m2!3m1!1s0x47bc3266a8f3bb4b:0x96d1177f5ecfc466?utm_source=mstt_0&skid=368dc137-203a-4698-9ed3-b974e7bee770&g_st=aw',
      featureId: '0x47bc3266a8f3bb4b:0x96d1177f5ecfc466',
      cid: '10867493211640677478',
      name: 'Änderungsschneiderei Hadamar, Schulstraße 3, 65589 Hadamar',
    },
    {
      url: 'https://www.google.com/maps/place/79,+Meat+Point+%7C+steaks,+burgers,+skewers,79+Soi+Saiyuan,+Mueang,+Phuket,+83100/data=!4m2!3m1!1s0x30502f24a5443265:0xa4cc15728db01dbd!18m1!1e1?utm_source=mstt_1&entry=gps&g_st=ac',
      featureId: '0x30502f24a5443265:0xa4cc15728db01dbd',
      cid: '11874889899216739773',
      name: '79, Meat Point | steaks, burgers, skewers,79 Soi Saiyuan, Mueang, Phuket, 83100',
    },
    {
      url: 'https://www.google.com/maps/place/Bader+al+Hadeth+Hotel,+3263,+Jarham%D8%8C+3263+8782,+Makkah+24233,+Saudi+Arabia/data=!4m2!3m1!1s0x15c204cd976ceb7f:0x7aab0ba3d8042763!18m1!1e1?coh=192189&entry=gps&g_st=ac',
      featureId: '0x15c204cd976ceb7f:0x7aab0ba3d8042763',
      cid: '8839171491976456035',
      name: 'Bader al Hadeth Hotel, 3263, Jarham، 3263 8782, Makkah 24233, Saudi Arabia',
    },
    {
      url: 'https://www.google.com/maps/place/Caf%C3%A9+Lamour,+n%C3%A1b%C5%99.+Karla+Houry+180,+342+01+Su%C5%A1ice/data=!4m2!3m1!1s0x470b2b2fad7dd1c3:0x6c66c5beca8a4117?utm_source=mstt_1&entry=gps&ucbcb=1',
      featureId: '0x470b2b2fad7dd1c3:0x6c66c5beca8a4117',
      cid: '7811148026953220375',
      name: 'Café Lamour, nábř. Karla Houry 180, 342 01 Sušice',
    },
    {
      url: 'https://www.google.com/maps/place/Ex;braiN+Office/@16.8430957,96.1949609,17z/data=!3m1!4b1!4m6!3m5!1s0x30c193f51faa68ff:0x72868c60b69532c4!8m2!3d16.8430906!4d96.1975358!16s%2Fg%2F11scs4qwp8?entry=tts&shorturl=1',
      featureId: '0x30c193f51faa68ff:0x72868c60b69532c4',
      cid: '8252437714210992836',
      name: 'Ex;braiN Office',
    },
    {
      url: 'https://www.google.com/maps/place/Forbidden+City/@39.9165742,116.3945834,17z/data=!4m7!3m6!1s0x35f052e94515d43d:0x674e2bd4dd3079f!8m2!3d39.9168038!4d116.3971621!15sCg5mb3JiaWRkZW4gY2l0eVoQIg5mb3JiaWRkZW4gY2l0eZIBEnRvdXJpc3RfYXR0cmFjdGlvbuABAA!16zL20vMGowYjI?entry=tts&g_ep=EgoyMDI2MDMwOS4wIPu8ASoASAFQAw%3D%3D&skid=5f340da1-a0d3-4b1c-bc05-7f90cfbd502a',
      featureId: '0x35f052e94515d43d:0x674e2bd4dd3079f',
      cid: '465245964208375711',
      name: 'Forbidden City',
    },
    {
      url: 'https://www.google.com/maps/place/Mevlana+Kapal%C4%B1+Pazar+Yeri/@40.8113533,29.4191744,18z/data=!4m6!3m5!1s0x14cb214b36d25719:0x23db983d4dff738b!8m2!3d40.8120141!4d29.4188972!16s%2Fg%2F11gnprgbd1?entry=tts&shorturl=1',
      featureId: '0x14cb214b36d25719:0x23db983d4dff738b',
      cid: '2583826200296125323',
      name: 'Mevlana Kapalı Pazar Yeri',
    },
    {
      url: 'https://www.google.com/maps/place/Mount+Victoria+Lookout+Lookout+Road,+Hataitai,+Wellington+6021,+New+Zealand/data=!4m2!3m1!1s0x6d38afb87f13e1ab:0xe742261518feaf25?utm_source=mstt_1&entry=gps&lucs=47068609&g_ep=CAESCTExLjg0LjMwMBgAINeCAyoINDcwNjg2MDlCAkNa',
      featureId: '0x6d38afb87f13e1ab:0xe742261518feaf25',
      cid: '16663923443279769381',
      name: 'Mount Victoria Lookout Lookout Road, Hataitai, Wellington 6021, New Zealand',
    },
    {
      url: 'https://www.google.com/maps/place/Restaurace+Na+Ml%C3%ADk%C3%A1rn%C4%9B,+Blanick%C3%A1+816,+258+01+Vla%C5%A1im/data=!4m2!3m1!1s0x470c883394633663:0x6b862764e64740a?utm_source=mstt_1&entry=gps&coh=192189&g_ep=CAESBzI2LjIuMTYYACCenQoqiAEsOTQyNjc3MjcsOTQyOTY2OTcsOTQyNzU0MDcsOTQyOTIxOTUsOTQyOTk1MzIsMTAwNzk2NTM1LDk0Mjg0NDY5LDk0MjgwNTc2LDk0MjA3Mzk0LDk0MjA3NTA2LDk0MjA4NTA2LDk0MjE4NjUzLDk0MjI5ODM5LDk0Mjc1MTY4LDk0Mjc5NjE5QgJDWg%3D%3D&skid=c6d3aeb7-9f2d-4c2d-b4e1-e2fe509277cf',
      featureId: '0x470c883394633663:0x6b862764e64740a',
      cid: '484245220203197450',
      name: 'Restaurace Na Mlíkárně, Blanická 816, 258 01 Vlašim',
    },
    {
      url: 'https://www.google.com/maps/place/Steak+no+Don/@34.59539,133.7567242,17z/data=!4m6!3m5!1s0x3551565394d96b57%3A0x1c9bdbc5990908bf!8m2!3d34.5945482!4d133.7583428!16s%2Fg%2F1thfc7pn?entry=tts&g_ep=EgoyMDI1MTEyMy4xIPu8ASoASAFQAw%3D%3D&skid=91023dbe-8ef3-4df9-a0ae-8be48dadb8ab',
      featureId: '0x3551565394d96b57:0x1c9bdbc5990908bf',
      cid: '2061482896174680255',
      name: 'Steak no Don',
    },
    {
      url: 'https://www.google.com/maps/place/bauMax/@50.0543547,14.4763896,16.75z/data=!4m5!3m4!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2!8m2!3d50.0560684!4d14.4729532?shorturl=1',
      featureId: '0x470b93a27e4781c5:0xeca4ac5483aa4dd2',
      cid: '17051943568117747154',
      name: 'bauMax',
    },
  ],
  place_dropped_pin_0x0_0x0: [
    {
      url: "https://www.google.cz/maps/place/49%C2%B058'58.2%22N+14%C2%B034'17.1%22E/@49.9827605,14.568364,16.5z/data=!4m5!3m4!1s0x0:0x0!8m2!3d49.982825!4d14.571417?shorturl=1",
    },
  ],
  place_no_id: [
    { url: 'https://google.com/maps/place/Test/', name: 'Test' },
    {
      url: 'https://www.google.co.in/maps/place/67,+Maharaja+Tagore+Rd,+Dhakuria,+Babu+Bagan,+Selimpur,+Kolkata,+West+Bengal+700031',
      name: '67, Maharaja Tagore Rd, Dhakuria, Babu Bagan, Selimpur, Kolkata, West Bengal 700031',
    },
    { url: 'https://www.google.com.au/maps/place/Cairns+QLD', name: 'Cairns QLD' },
    { url: 'https://www.google.com/maps/place/ChIJqe6HRAIjtEARUT73PVztMnA', placeId: 'ChIJqe6HRAIjtEARUT73PVztMnA' },
    { url: 'https://www.google.com/maps/place/DENTCRAFT/@47.7897,22.8747,17z', name: 'DENTCRAFT' },
    { url: 'https://www.google.com/maps/place/Joe', name: 'Joe' },
    { url: 'https://www.google.com/maps/place/MBR+Auto+Services', name: 'MBR Auto Services' },
    {
      url: 'https://www.google.com/maps/place/Rural+house+%28full+rental%29+Finca+El+Gato+for+6+people/data=!4m9!3m8!5m2!4m1!1i2!8m2!3d37.8847923!4d-6.5552788!16s%2Fg%2F11x8cdnxp8!17BQ0FF?authuser=0&hl=en&rclk=1',
      name: 'Rural house (full rental) Finca El Gato for 6 people',
    },
    {
      url: 'https://www.google.com/maps/place/Veneweg+199,+7946+LP+Wanneperveen',
      name: 'Veneweg 199, 7946 LP Wanneperveen',
    },
    { url: 'https://www.google.com/maps/place/ZA+Support', name: 'ZA Support' },
  ],
  place_noname_data: [
    {
      url: 'https://www.google.com/maps/place//data%3D!4m2!3m1!1s0x470ca641f10695db:0xb713349b154e782d%3Futm_source%3Dmstt_1%26ucbcb%3D1&service=local&ec=GAZAcQ',
      featureId: '0x470ca641f10695db:0xb713349b154e782d',
      cid: '13191945574180354093',
    },
    {
      url: 'https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sAF1QipNhZGSGzvAxoKNYUPQ3P9Cq1o9gB5Aowcw-o4bh!2e10!4m2!3m1!1s0x6b12ae6d0effbaa9:0x92f09f88df9a8dce',
      featureId: '0x6b12ae6d0effbaa9:0x92f09f88df9a8dce',
      cid: '10588138134163852750',
    },
    {
      url: 'https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sCIABIhC9ggRnfFbHfFM-A_PkAMQ8!2e10!4m2!3m1!1s0x808fba02425dad8f:0x6c296c66619367e0',
      featureId: '0x808fba02425dad8f:0x6c296c66619367e0',
      cid: '7793879817120868320',
    },
    {
      url: 'https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sCIABIhCNAFz7YfeQ2dICnpT5CLLd!2e10!4m2!3m1!1s0x94dce573835a8d13:0x5d0b00c04af875cb',
      featureId: '0x94dce573835a8d13:0x5d0b00c04af875cb',
      cid: '6704453296162633163',
    },
    {
      url: 'https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sCIHM0ogKEICAgICOgdP6PQ!2e10!4m2!3m1!1s0x487604cad5c59715:0x20982dfca02623a6',
      featureId: '0x487604cad5c59715:0x20982dfca02623a6',
      cid: '2348677768715576230',
    },
    {
      url: 'https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sCIHM0ogKEICAgICR-NXlcg!2e10!4m2!3m1!1s0x52b332cd96e1b439:0x1398f290c9d784a0',
      featureId: '0x52b332cd96e1b439:0x1398f290c9d784a0',
      cid: '1412145186856207520',
    },
    {
      url: 'https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sCIHM0ogKEICAgICp6vGskAE!2e10!4m2!3m1!1s0x3f8dfb4d61564c59:0x384c953f0fa33af4',
      featureId: '0x3f8dfb4d61564c59:0x384c953f0fa33af4',
      cid: '4056781462431808244',
    },
    {
      url: 'https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sCIHM0ogKEICAgICuhs7-Bg!2e10!4m2!3m1!1s0x808fba02425dad8f:0x6c296c66619367e0',
      featureId: '0x808fba02425dad8f:0x6c296c66619367e0',
      cid: '7793879817120868320',
    },
    {
      url: 'https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sCIHM0ogKEICAgIDrp4e9Lg!2e10!4m2!3m1!1s0x52b32d7697f60209:0xd6ad7998f964c4cd',
      featureId: '0x52b32d7697f60209:0xd6ad7998f964c4cd',
      cid: '15469153993013642445',
    },
    {
      url: 'https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sCIHM0ogKEKfU3Zee0cyPKg!2e10!4m2!3m1!1s0x47f29db4295a9267:0xa071a44f617660c7',
      featureId: '0x47f29db4295a9267:0xa071a44f617660c7',
      cid: '11561202379281293511',
    },
    {
      url: 'https://www.google.com/maps/place//data=!4m2!3m1!1s0x132f5fd2c068bdcd:0x75ae0ad45831e2ad?sa=X&ved=1t:8290&ictx=111',
      featureId: '0x132f5fd2c068bdcd:0x75ae0ad45831e2ad',
      cid: '8479727055514231469',
    },
    {
      url: 'https://www.google.com/maps/place//data=!4m2!3m1!1s0x470ca641f10695db:0xb713349b154e782d?utm_source=mstt_1',
      featureId: '0x470ca641f10695db:0xb713349b154e782d',
      cid: '13191945574180354093',
    },
    {
      url: 'https://www.google.com/maps/place//data=!4m2!3m1!1s0xc3f7d4e21a00705%3A0xa9ea51361ed84bda?sa=X&ved=2ahUKEwiY7vv80aeKAxU41QIHHSgBOlsQ4kB6BAgHEAA&hl=de&gl=de',
      featureId: '0xc3f7d4e21a00705:0xa9ea51361ed84bda',
      cid: '12243687829847690202',
    },
  ],
  preview_place: [
    {
      url: 'https://www.google.com/maps/preview/place/Academia+Fitness+Buritis+-+Rua+Vit%C3%B3rio+Magnavacca,+400+-+Buritis,+Belo+Horizonte+-+MG,+30492-015,+Brazil/@-19.9675106,-43.9647523,3750a,13.1y/data=!4m2!3m1!1s0xa697c2dbfa8547:0x1025291314b5b56d',
      featureId: '0xa697c2dbfa8547:0x1025291314b5b56d',
      cid: '1163381240673711469',
      name: 'Academia Fitness Buritis - Rua Vitório Magnavacca, 400 - Buritis, Belo Horizonte - MG, 30492-015, Brazil',
    },
    {
      url: 'https://www.google.com/maps/preview/place/Docteur+Brault+Nicolas,+4+Rue+de+la+Chine,+75020+Paris,+France/@48.8658015,2.4011098,2625a,13.1y/data=!4m2!3m1!1s0x47e66d0f9b0ad785:0xa8144bae9d444f92',
      featureId: '0x47e66d0f9b0ad785:0xa8144bae9d444f92',
      cid: '12111388511240998802',
      name: 'Docteur Brault Nicolas, 4 Rue de la Chine, 75020 Paris, France',
    },
    {
      url: 'https://www.google.com/maps/preview/place/Kipriakon,+Old+port,+Limassol+3042/@34.6705954,33.0424567,3281a,13.1y/data=!4m2!3m1!1s0x14e732fd76f0d90d:0xe5415928d6702b47',
      featureId: '0x14e732fd76f0d90d:0xe5415928d6702b47',
      cid: '16519582940102929223',
      name: 'Kipriakon, Old port, Limassol 3042',
    },
    {
      url: 'https://www.google.com/maps/preview/place/RAI+-+Romantic+%26+Intimate,+Calea+Victoriei+202+Bucure%C8%99ti,+Bucuresti+010098,+Roemeni%C3%AB/@44.4490541,26.0888398,2848a,13.1y/data',
      name: 'RAI - Romantic & Intimate, Calea Victoriei 202 București, Bucuresti 010098, Roemenië',
    },
  ],
  q_only: [
    {
      url: 'http://maps.google.co.uk/maps?f=q&q=the+london+eye&ie=UTF8&ll=51.503373,-0.11939&spn=0.007052,0.012767&z=16&iwloc=A',
    },
    { url: 'http://maps.google.com/?q=22.315707,114.171820' },
    { url: 'http://maps.google.com/?q=35.712779120918086,139.79489251971245' },
    { url: 'http://maps.google.com/?q=44.24220967711221,-68.29904951155186' },
    { url: 'http://maps.google.com/?q=44.974789,-93.279827' },
    { url: 'http://maps.google.com/maps?ll=49.687425,14.712345&spn=0.1,0.1&t=h&q=49.687425,14.712345&z=18' },
    { url: 'https://google.com/maps?q=test&utm_source=share&utm_medium=web' },
    { url: 'https://maps.google.com/?q=Karlstraße+47a,+80333+München' },
    { url: 'https://maps.google.com/?q=LAT,LNG' },
    { url: 'https://maps.google.com/?q=Str.+Zaharia+Boiu+nr.+2+Sibiu' },
    { url: 'https://maps.google.com/maps?q=%C4%8Eablicka+553%2F2%2C+182+00+Praha+8&output=embed' },
    { url: 'https://maps.google.com/maps?q=1+Hyde+Lane+Hyde+Park+Johannesburg&output=embed' },
    { url: 'https://maps.google.com/maps?z=16&q=Empire+State+Building' },
    { url: 'https://www.google.com/maps?q=4204+Lorna+Ct+SE,+Lacey,+WA+98503&output=embed' },
    { url: 'https://www.google.com/maps?q=Do%C3%B1a+Salta%2C+C%C3%B3rdoba+46%2C+Salta%2C+Argentina&output=embed' },
    {
      url: 'https://www.google.com/maps?q=Kaiser-Ebersdorfer-Stra%C3%9Fe+328,+1110+Wien,+%C3%96sterreich&z=16&output=embed',
    },
    {
      url: 'https://www.google.com/maps?q=M.%20Majerov%C3%A9%20244%2C%20500%2011%20Hradec%20Kr%C3%A1lov%C3%A9%2011&output=embed',
    },
  ],
  q_place_id: [
    {
      url: 'https://www.google.com/maps/place/?q=place_id:ChIJ22u18afGw0cRHu7iNfdBoQ4',
      placeId: 'ChIJ22u18afGw0cRHu7iNfdBoQ4',
    },
    {
      url: 'https://www.google.com/maps/place/?q=place_id:ChIJ35Bjcn3yGGARkjlKvKP4SWA',
      placeId: 'ChIJ35Bjcn3yGGARkjlKvKP4SWA',
    },
    {
      url: 'https://www.google.com/maps/place/?q=place_id:ChIJD_Yw80FoCkgRiwEBVG0aGK8',
      placeId: 'ChIJD_Yw80FoCkgRiwEBVG0aGK8',
    },
    {
      url: 'https://www.google.com/maps/place/?q=place_id:ChIJL2z_MFpJxkcRQJGDXYF7oJU',
      placeId: 'ChIJL2z_MFpJxkcRQJGDXYF7oJU',
    },
    {
      url: 'https://www.google.com/maps/place/?q=place_id:ChIJOctK3rphz5QRyn2uNkrrqt0',
      placeId: 'ChIJOctK3rphz5QRyn2uNkrrqt0',
    },
    {
      url: 'https://www.google.com/maps/place/?q=place_id:ChIJm7mNWFKDi0cRVWzOlGW1Z1Y',
      placeId: 'ChIJm7mNWFKDi0cRVWzOlGW1Z1Y',
    },
    {
      url: 'https://www.google.com/maps/place/?q=place_id:ChIJx3Hy5BCZ54kRyHgIYuYDmQw',
      placeId: 'ChIJx3Hy5BCZ54kRyHgIYuYDmQw',
    },
    {
      url: 'https://www.google.com/maps/place/?q=place_id:ChIJz3AoghVVtjMRCPdQrQ4IGnI',
      placeId: 'ChIJz3AoghVVtjMRCPdQrQ4IGnI',
    },
  ],
  search_api_query_place_id: [
    {
      url: 'https://www.google.com/maps/search/?api=1&query=%D9%85%D8%B7%D8%A7%D8%B9%D9%85%20%D9%88%D9%85%D8%B7%D8%A7%D8%A8%D8%AE%20%D8%AC%D9%85%D8%B1%D8%A9&query_place_id=ChIJQZYWWh2tqRURiT-XbvwsTuM',
      placeId: 'ChIJQZYWWh2tqRURiT-XbvwsTuM',
    },
    {
      url: 'https://www.google.com/maps/search/?api=1&query=Cheaper%20%26%20Better%20Street%20Food&query_place_id=ChIJLWlCk9GY4jARpNGpRcq5ABY',
      placeId: 'ChIJLWlCk9GY4jARpNGpRcq5ABY',
    },
    { url: 'https://www.google.com/maps/search/?query_place_id=405' },
    {
      url: 'https://www.google.com/maps/search/?query_place_id=ChIJKxjxuaNqkFQR3CK6O1HNNqY&query=47.5951518,-122.3316393&api=1',
      placeId: 'ChIJKxjxuaNqkFQR3CK6O1HNNqY',
    },
  ],
  search_kgmid: [{ url: 'https://www.google.com/search?kgmid=/g/11yzv1bhxr' }],
  search_lrd: [
    {
      url: 'https://www.google.com/search?kgmid=/g/11ybpp3pv9#lrd=0x9575110030adacd1:0x62e6dd03788fee45,1',
      featureId: '0x9575110030adacd1:0x62e6dd03788fee45',
      cid: '7126626467337727557',
    },
    {
      url: 'https://www.google.com/search?q=305tax&oq=305tax&aqs=chrome.0.69i59j35i39j0i13i512j69i60l5.1295j0j4&sourceid=chrome&ie=UTF-8&bshm=lbsc/1#lrd=0x88d9b97e7aaddef9:0x2bb8173b05da3e65,1,,,,',
      featureId: '0x88d9b97e7aaddef9:0x2bb8173b05da3e65',
      cid: '3150293481614360165',
    },
    {
      url: 'https://www.google.com/search?q=Israeli+Dairy+School+Alon+Hagalil#lrd=0x151c4cb2bcbc0001:0xf31fb8969249a288,3',
      featureId: '0x151c4cb2bcbc0001:0xf31fb8969249a288',
      cid: '17518924032333423240',
    },
    {
      url: 'https://www.google.com/search?q=LavaBem+Express+Porto+Alegre#lrd=0x9519776f8e7b99c7:0x1d4734685e82103d,3',
      featureId: '0x9519776f8e7b99c7:0x1d4734685e82103d',
      cid: '2109712573313191997',
    },
    {
      url: 'https://www.google.com/search?q=Memphis+Seoul,+569+Lincoln+Pl,+Brooklyn,+NY+11238,+%D0%A1%D0%BF%D0%BE%D0%BB%D1%83%D1%87%D0%B5%D0%BD%D1%96+%D0%A8%D1%82%D0%B0%D1%82%D0%B8&ludocid=3677902399965648925#lrd=0x89c25bb5950fc305:0x330a88bf1482581d,1',
      featureId: '0x89c25bb5950fc305:0x330a88bf1482581d',
      cid: '3677902399965648925',
    },
    {
      url: 'https://www.google.com/search?q=myspine+smederevo&oq=myspin&gs_lcrp=EgZjaHJvbWUqCQgAECMYJxjjAjIJCAAQIxgnGOMCMgwIARAuGCcYrwEYxwEyBggCEEUYOzIGCAMQRRg5MgYIBBBFGDwyBggFEEUYPDIGCAYQRRhBMgYIBxBFGDzSAQgyNjM2ajBqNKgCALACAQ&sourceid=chrome&ie=UTF-8#lrd=0x4750937f529230cb:0x8ac1c052dcf37692,1',
      featureId: '0x4750937f529230cb:0x8ac1c052dcf37692',
      cid: '9998484109866006162',
    },
    { url: 'https://www.google.com/search?q=stuart+conrad+roofing#lrd=0x0:0x0,1' },
  ],
  search_ludocid: [{ url: 'https://www.google.com/search?ludocid=8339889103738038874', cid: '8339889103738038874' }],
  search_no_id: [
    { url: 'https://www.google.com/maps/search/?api=1&query=31.2285069%2C121.4755246' },
    {
      url: 'https://www.google.com/maps/search/Hotels/@30.3739107,-86.5128753,12z/data=!3m1!4b1!4m4!2m3!5m2!5m1!1s2025-05-17?authuser=0&entry=ttu&g_ep=EgoyMDI1MDMwOC4wIKXMDSoASAFQAw%3D%3D',
    },
    { url: 'https://www.google.com/maps/search/Split+Motorsport?hl=pt-BR' },
    { url: 'https://www.google.com/maps/search/random+place/' },
    {
      url: 'https://www.google.com/maps/search/restaurants/@40.7660158,-73.9833944,14z/data=!4m5!2m4!5m2!1e0!4e9!6e5?entry=ttu',
    },
  ],
  share_google: [
    { url: 'https://share.google/3dY6zIadXlKrMekTu' },
    { url: 'https://share.google/4BCtCQWbah7IkdXCf' },
    { url: 'https://share.google/5Y5iZwrcjpIPBl4Wj' },
    { url: 'https://share.google/BtblCbjtteiVEXyA6' },
    { url: 'https://share.google/HBhb3BQaEVOErddrK' },
    { url: 'https://share.google/HYfwPwwjdMXR7v6Js' },
    { url: 'https://share.google/JGbRT4g9vkgRiW2Gp' },
    { url: 'https://share.google/P0go8dYmyCVAl59WI' },
    { url: 'https://share.google/Q6wXLDvNd2VDOzNUp' },
    { url: 'https://share.google/RdVoudSAVPI2sogzk' },
    { url: 'https://share.google/Ts8lm56yf8IODSo2E' },
    { url: 'https://share.google/aDc3usKYdvNCryRrN' },
    { url: 'https://share.google/awtJM1BrlFP6CqmaT' },
    { url: 'https://share.google/b4Ian9akJQwhbg0d3' },
    { url: 'https://share.google/lH3b8jPVgYifp3KuI' },
    { url: 'https://share.google/lylINbDcpQtCdbRsc' },
    { url: 'https://share.google/qmvH7XW3wbQ96A7hZ' },
  ],
  share_google_hop: [{ url: 'https://www.google.com/share.google?q=diIxnYa8dIA6dZfpy' }],
  short_goo_gl_maps: [
    { url: 'http://goo.gl/maps/rgZZt125tpvf2rnCA' },
    { url: 'https://goo.gl/maps/4ibdvwWDF7HWmXcSA' },
    { url: 'https://goo.gl/maps/AK13hVJLjnveWZqJA' },
    { url: 'https://goo.gl/maps/ZgD86CrM9zVx6hyP8' },
    { url: 'https://goo.gl/maps/a2Haq5buRXrGJCvA6' },
    { url: 'https://goo.gl/maps/aTQGPSpepT2EDCrT8' },
    { url: 'https://goo.gl/maps/eUYMwABdpv9NNSDX7' },
    { url: 'https://goo.gl/maps/kW8NcDFcoHk' },
    { url: 'https://goo.gl/maps/o8DuJkroyoSK1MqK9' },
    { url: 'https://goo.gl/maps/pPZ91TfW2edvejbb6' },
    { url: 'https://goo.gl/maps/ra575JChgdiy1Erf6' },
    { url: 'https://goo.gl/maps/rgZZt125tpvf2rnCA' },
    { url: 'https://goo.gl/maps/vzCifA8afQ2TJUTEA' },
    { url: 'https://goo.gl/maps/xUqZaGZJ1xcjhPo76?coh=178572&entry=tt' },
  ],
  short_maps_app_dynamic_link: [
    {
      url: 'https://maps.app.goo.gl/?utm_campaign=ml-navnp-dr&pcampaignid=ml-navnp-dr&apn=com.google.android.apps.maps&amv=965100030&link=https%3A%2F%2Fwww.google.com%2Fmaps%2Fdir%2F%2FThe%2BStation%2C%2B1%2BMends%2BSt%2C%2BSouth%2BPerth%2BWA%2B6151%2F%40-31.9614112%2C115.8523381%2C14z%2Fdata%3D!4m6!4m5!1m0!1m2!1m1!1s0x2a32a529928d7447%3A0x4a1084749ffdee05!3e0!11m1!6b1%3Fentry%3Dml%26utm_campaign%3Dml-navnp-dr%26coh%3D230964&isi=585027354&ibi=com.google.Maps&ius=comgooglemapsurl&pt=9008&mt=8&ct=ml-navnp-dr&ifl=https%3A%2F%2Fapps.apple.com%2Fapp%2Fid585027354%3Fct%3Dml-navnp-dr%26pt%3D9008%26mt%3D8%26ppid%3Da2beb448-b2c7-4ed7-ae8b-78fdcf9f33a8&efr=1',
      featureId: '0x2a32a529928d7447:0x4a1084749ffdee05',
      cid: '5336911194869329413',
      name: 'The Station, 1 Mends St, South Perth WA 6151',
    },
  ],
  short_maps_app_goo_gl: [
    { url: 'https://maps.app.goo.gl/6A6XeA4Nk4qD8MdRA' },
    { url: 'https://maps.app.goo.gl/6ztgohYSpsWiT9CB8' },
    { url: 'https://maps.app.goo.gl/79CVreRR5Jwg384h7' },
    { url: 'https://maps.app.goo.gl/FTT6SYUyT4B51fBV9' },
    { url: 'https://maps.app.goo.gl/LxbQUQxCa3b6b7Jm6' },
    { url: 'https://maps.app.goo.gl/TmbeHMiLEfTBws9EA' },
    { url: 'https://maps.app.goo.gl/W5wPRJ5FMJxgaisf9' },
    { url: 'https://maps.app.goo.gl/WmESh8s9xbPnkfPV7' },
    { url: 'https://maps.app.goo.gl/baixEU9UxYHX8Yox7' },
    { url: 'https://maps.app.goo.gl/k7WoskcZL5Rdc65m8' },
    { url: 'https://maps.app.goo.gl/lH3b8jPVgYifp3KuI' },
    { url: 'https://maps.app.goo.gl/o9wtFzQaiFfD3szE7' },
    { url: 'https://maps.app.goo.gl/oB8duerHn7ry62ZA8' },
    { url: 'https://maps.app.goo.gl/us1rhB5nZKN77yTg9' },
    { url: 'https://maps.app.goo.gl/v4MDUi9mCrh3mNjz8' },
    { url: 'https://maps.app.goo.gl/zKBCUZZBa6bpnXeK6' },
    { url: 'https://maps.app.goo.gl/zUQpb9YFwmWfDiV49' },
  ],
  short_maps_app_goo_gl_g_st: [
    { url: 'https://maps.app.goo.gl/2ewQkP7dGGermzfY7?g_st=aw' },
    { url: 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8?g_st=ipc' },
    { url: 'https://maps.app.goo.gl/LucxK36ZqRZLxfrQ9?g_st=ac' },
    { url: 'https://maps.app.goo.gl/i8d58Ufq8k5waHaT9?g_st=ac' },
    { url: 'https://maps.app.goo.gl/kad8NLF7N8Bi8GSPA?g_st=ac' },
    { url: 'https://maps.app.goo.gl/nHMLq1tDZXN2em6a9?g_st=aw' },
  ],
  viewport_only: [
    { url: 'https://www.google.com/maps/@-33.8688,151.2093,17z' },
    {
      url: 'https://www.google.com/maps/@-50.0873231,144.4208835,3a,75y,254.65h,90t/data=!3m7!1e1!3m5!1sL_00EpSjrJlMCFtP8VYCZg!2e0!6s%2F%2Fgeo3.ggpht.com%2Fcbk%3Fpanoid%3DL_00EpSjrJlMCFtP8VYCZg%26output%3Dthumbnail%26cb_client%3Dmaps_sv.tactile.gps%26thumb%3D2%26w%3D203%26h%3D100%26yaw%3D246.83417%26pitch%3D0%26thumbfov%3D100!7i13312!8i6656',
    },
    {
      url: 'https://www.google.com/maps/@/data=!4m3!11m2!2sZM5YJ3mWQ3i0HuzdSuSPRA!3e3?utm_source=mstt_0&g_ep=CAESBzI1LjM5LjcYACC33wEqtAEsOTQyODY1OTQsOTQyNjc3MjcsOTQyOTIxOTUsOTQyODQ0OTAsOTQyMjMyOTksOTQyMTY0MTMsOTQyODA1NzYsOTQyMTI0OTYsOTQyNjc3ODgsOTQyMDczOTQsOTQyMDc1MDYsOTQyMDg1MDYsOTQyMTc1MjMsOTQyMTg2NTMsOTQyMjk4MzksOTQyNzUxNjgsOTQyNzk2MTUsOTQyNjI3MzksNDcwODQzOTMsOTQyMTMyMDBCAlBM&skid=e49217a5-7edd-4f7c-b4a0-c76a1dfc5025&g_st=ac&g_st=ac',
    },
    { url: 'https://www.google.com/maps/@35.6586,139.7454,17z' },
    {
      url: 'https://www.google.com/maps/@49.3062328,14.1466707,3a,51.3y,213.5h,97.69t/data=!3m6!1e1!3m4!1s5fLNhUEftHDInDEzXo3ygQ!2e0!7i13312!8i6656?shorturl=1',
    },
    {
      url: 'https://www.google.com/maps/@49.3066028,14.1467086,3a,18.9y,183.06h,80.32t/data=!3m6!1e1!3m4!1sG_jhN5mTBL-WeQuz6PMcGA!2e0!7i13312!8i6656?shorturl=1',
    },
    { url: 'https://www.google.com/maps/@50.0860729,14.4135326,17z' },
    { url: 'https://www.google.com/maps/@52.5067296,13.2599309,6z' },
    { url: 'https://www.google.com/maps/@54.6,9.4,12z' },
  ],
  writereview_placeid: [
    {
      url: 'https://search.google.com/local/writereview?placeid=ChIJ4TflFcvJ5zsRWP5VIdUk9Qg',
      placeId: 'ChIJ4TflFcvJ5zsRWP5VIdUk9Qg',
    },
    {
      url: 'https://search.google.com/local/writereview?placeid=ChIJIZskLntJQg0R6Ebn55NNvs8',
      placeId: 'ChIJIZskLntJQg0R6Ebn55NNvs8',
    },
    {
      url: 'https://search.google.com/local/writereview?placeid=ChIJV3y-bq7tw0cRLYXh7Je_728',
      placeId: 'ChIJV3y-bq7tw0cRLYXh7Je_728',
    },
    {
      url: 'https://search.google.com/local/writereview?placeid=ChIJjVNdMKQRyUwR7mgfSaIs4Ts',
      placeId: 'ChIJjVNdMKQRyUwR7mgfSaIs4Ts',
    },
    {
      url: 'https://search.google.com/local/writereview?placeid=ChIJodubwNeGWo0R8j-otvrAcW0',
      placeId: 'ChIJodubwNeGWo0R8j-otvrAcW0',
    },
    {
      url: 'https://search.google.com/local/writereview?placeid=ChIJyRLKdePtzpQRRUd0f9JzIaI',
      placeId: 'ChIJyRLKdePtzpQRRUd0f9JzIaI',
    },
  ],
}

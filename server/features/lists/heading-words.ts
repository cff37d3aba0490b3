import { fold } from './fold'

/** What a column is, as far as its heading shows. `other`: none of what a lookup needs, such as a phone number. */
export type HeadingRole =
  | 'link'
  | 'placeId'
  | 'cid'
  | 'name'
  | 'client'
  | 'address'
  | 'addressPart'
  | 'country'
  | 'reference'
  | 'number'
  | 'other'

/**
 * The headings that people use, by language. `name` names the listing, `client` could; `addressPart` is a street, house
 * number, postal code, city, or region; `reference` is a number of theirs, `number` could be.
 */
const words: Readonly<Record<string, Partial<Record<HeadingRole, string>>>> = {
  any: {
    link: 'url, link, gmb, gbp, google maps, google map, gmaps, maps',
    placeId: 'place id, placeid, place_id, google place id',
    cid: 'cid, google cid, ludocid',
    reference: 'ref, sku, ext id, external id, uuid, crm id',
    number: 'id, nr, no, #, code, key, num',
    other:
      'email, e mail, mail, tel, telefon, fax, www, web, website, instagram, facebook, tiktok, whatsapp, lat, lng, lon, latitude, longitude, ip, linkedin, xing, twitter, youtube, yelp, tripadvisor, apple maps, bing, naver, kakao, plus code, us state, google id, instagram url, facebook url',
  },
  en: {
    link: 'links, maps link, maps url, map, google link, google url, share link, listing url, listing link, profile link, google business profile, google profile',
    name: 'name, names, business name, company name, store name, shop name, location name, listing name, client name, customer name, account name, place name, branch name, restaurant name, hotel name, property name, site name, outlet name, dealer name, partner name, clinic name, organisation name, organization name, display name, trading name',
    client:
      'legal name, title, business, company, store, shop, location, listing, client, customer, account, place, branch, restaurant, hotel, property, outlet, dealer, partner, clinic, organisation, organization, firm, merchant, vendor, venue, practice',
    address:
      'address, full address, street address, business address, store address, location address, postal address, formatted address, addr',
    addressPart:
      'street, street name, street number, street no, house number, house no, building, address line, address line 1, address line 2, address line 3, address 1, address 2, address 3, zip, zip code, zipcode, postal code, postalcode, postcode, post code, city, town, city town, locality, state, province, county, region, district, suburb, prefecture, city name, state code, administrative area, sub locality, sublocality, borough',
    country: 'country, country code, country name, nation',
    reference:
      'store id, store number, store no, store code, shop id, shop code, client id, client number, client no, client code, customer id, customer number, customer no, customer code, account id, account number, account no, location id, location code, location number, branch id, branch number, branch code, branch no, site id, site code, internal id, reference, reference number, reference no, ref no, our reference, our ref, your reference, record id, listing id, business id, company id, dealer id, dealer code, outlet code, outlet id, property id, partner id, item id, contract number, contract no, invoice number, vendor id',
    number: 'number, row, line, index, item, serial, s no, sr no, sl no',
    other:
      'phone, phone number, telephone, mobile, cell, cell phone, email address, mail address, ip address, web address, web page, homepage, url website, website url, website link, web site, contact, contact name, contact person, first name, last name, surname, given name, family name, full name, owner, owner name, manager, manager name, user, user name, username, file name, notes, note, comment, comments, remarks, description, category, categories, type, status, date, rating, review, reviews, review link, review url, review count, price, revenue, sales, opening hours, hours, industry, sector, tags, brand, chain, language, currency, vat, vat number, tax id, tax number, iban',
  },
  de: {
    link: 'links, google link, maps link, google maps link, karte, kartenlink, karten link, standortlink, google eintrag, google profil, unternehmensprofil, google unternehmensprofil',
    name: 'name, namen, firmenname, unternehmensname, kundenname, objektname, filialname, marktname, standortname, geschäftsname, betriebsname, praxisname, hotelname, restaurantname, bezeichnung, objektbezeichnung, standortbezeichnung, filialbezeichnung',
    client:
      'firmierung, firma, unternehmen, kunde, kunden, objekt, filiale, filialen, standort, markt, betrieb, geschäft, laden, händler, partner, mandant, praxis, niederlassung, verkaufsstelle, lokal, einrichtung, verein, gesellschaft, kundin, auftraggeber',
    address:
      'adresse, anschrift, vollständige adresse, firmenadresse, geschäftsadresse, postanschrift, standortadresse, objektadresse, lieferadresse',
    addressPart:
      'straße, strasse, str, straße nr, straße hausnummer, strasse hausnummer, straße und hausnummer, strasse und hausnummer, straße hausnr, strasse nr, hausnummer, hausnr, haus nr, adresszusatz, adresszeile, plz, postleitzahl, plz ort, ort, stadt, wohnort, ortschaft, gemeinde, ortsteil, stadtteil, bundesland, kanton, region, landkreis, plz und ort',
    country: 'land, staat, länderkennzeichen, ländercode, landkennung, länderkürzel, lkz, land code',
    reference:
      'kd nr, kdnr, kundennr, kundennummer, kunden nr, kunden id, kunden nummer, filialnr, filialnummer, filial nr, filial id, filiale nr, objektnr, objektnummer, objekt nr, objekt id, marktnr, marktnummer, markt nr, markt id, standortnr, standort nr, standort id, standortnummer, referenz, referenznummer, unsere referenz, interne nummer, interne id, aktenzeichen, mandantennummer, mandantennr, mitgliedsnummer, mitgliedsnr, artikelnummer, vertragsnummer, vertragsnr, kostenstelle, debitor, debitorennummer, debitornr, debitoren nr, kunr, betriebsnummer, händlernummer, händlernr, lieferantennr, vp nr, ident nr',
    number: 'nummer, lfd nr, lfdnr, laufende nummer, pos, position, zeile, kennung, kürzel, schlüssel',
    other:
      'telefonnummer, telefon nr, tel nr, rufnummer, handy, handynummer, mobil, mobilnummer, mobiltelefon, faxnummer, e mail adresse, email adresse, emailadresse, mailadresse, webseite, webadresse, internet, internetseite, internetadresse, homepage, ansprechpartner, ansprechpartnerin, kontakt, kontaktperson, vorname, nachname, zuname, familienname, vor und nachname, inhaber, inhaberin, geschäftsführer, filialleiter, marktleiter, betreuer, verantwortlich, benutzername, dateiname, bemerkung, bemerkungen, notiz, notizen, anmerkung, anmerkungen, kommentar, beschreibung, kategorie, typ, art, datum, seit, erstellt am, bewertung, bewertungen, umsatz, preis, öffnungszeiten, branche, sprache, steuernummer, ust id, ustid, ust idnr, iban, kontonummer, anrede, titel, rechtsform, marke, kette, einwohner, gebiet, vertreter',
  },
  fr: {
    link: 'lien, liens, lien google, lien maps, lien google maps, lien google map, carte, fiche google, adresse url',
    name: 'nom, noms, nom du magasin, nom magasin, nom de l entreprise, nom entreprise, nom du client, nom client, nom de l établissement, nom établissement, nom commercial, nom de la société, nom société, nom du restaurant, nom de l hôtel, nom du point de vente, dénomination, enseigne, libellé, intitulé',
    client:
      'raison sociale, client, clients, magasin, boutique, entreprise, société, établissement, point de vente, agence, site, commerce, restaurant, hôtel, lieu, succursale, cabinet, officine',
    address: 'adresse, adresse complète, adresse postale, adresse du magasin, adresse du client',
    addressPart:
      'rue, voie, numéro de rue, n de rue, complément d adresse, complément, adresse 1, adresse 2, adresse 3, code postal, cp, ville, cp ville, commune, localité, région, département, canton, quartier',
    country: 'pays, code pays',
    reference:
      'n client, no client, numéro client, numéro de client, num client, code client, id client, n magasin, numéro magasin, numéro de magasin, code magasin, id magasin, code agence, code site, id site, référence, référence interne, référence client, réf, réf client, réf interne, n de dossier, numéro de dossier, dossier, matricule, siret, siren, code établissement, identifiant',
    number: 'numéro, n, num, code, ligne, rang',
    other:
      'téléphone, tél, numéro de téléphone, portable, mobile, courriel, adresse email, adresse e mail, adresse mail, site web, site internet, adresse web, prénom, nom de famille, nom du contact, nom contact, interlocuteur, responsable, gérant, propriétaire, remarque, remarques, commentaire, commentaires, note, notes, description, catégorie, type, statut, date, avis, nombre d avis, chiffre d affaires, horaires, secteur, langue, marque, civilité, nom d utilisateur, nom du fichier',
  },
  es: {
    link: 'enlace, enlaces, enlace google, enlace maps, enlace de google maps, enlace google maps, liga, vínculo, mapa, ficha de google, ubicación google, ubicación maps',
    name: 'nombre, nombres, nombre del negocio, nombre de la empresa, nombre empresa, nombre del local, nombre local, nombre de la tienda, nombre tienda, nombre del cliente, nombre cliente, nombre comercial, nombre del establecimiento, nombre de la sucursal, nombre sucursal, nombre del restaurante, denominación',
    client:
      'razón social, denominación social, cliente, clientes, empresa, negocio, tienda, local, establecimiento, sucursal, comercio, restaurante, hotel, lugar, sede, oficina, farmacia, clínica, punto de venta',
    address:
      'dirección, direccion completa, dirección postal, domicilio, dirección del local, dirección de la tienda, ubicación, dirección fiscal',
    addressPart:
      'calle, calle y número, número de calle, número exterior, número interior, núm ext, núm int, portal, colonia, barrio, código postal, cp, c p, cód postal, ciudad, población, localidad, municipio, provincia, estado, comunidad autónoma, departamento, región, comuna, alcaldía, delegación, distrito',
    country: 'país, código de país, código país',
    reference:
      'n cliente, nº cliente, número de cliente, núm cliente, código cliente, código de cliente, cód cliente, id cliente, código tienda, código de tienda, nº tienda, número de tienda, id tienda, código sucursal, número de sucursal, id sucursal, referencia, referencia interna, ref interna, ref cliente, nuestra referencia, expediente, identificador, folio, clave, clave cliente, código interno',
    number: 'número, núm, nº, código, fila, línea',
    other:
      'teléfono, tfno, móvil, celular, correo, correo electrónico, dirección de correo, dirección de email, dirección email, dirección web, página web, sitio web, web, contacto, nombre de contacto, nombre del contacto, persona de contacto, apellido, apellidos, nombre y apellidos, propietario, responsable, encargado, gerente, observaciones, notas, nota, comentario, comentarios, descripción, categoría, tipo, estatus, fecha, valoración, reseñas, horario, sector, giro, idioma, marca, nif, cif, rfc, nombre de usuario, nombre del archivo',
  },
  it: {
    link: 'collegamento, link google, link maps, link google maps, mappa, scheda google',
    name: 'nome, nomi, nome azienda, nome attività, nome dell attività, nome cliente, nome del cliente, nome negozio, nome del negozio, nome locale, nome struttura, denominazione, insegna, nome punto vendita, nome ristorante, nome hotel',
    client:
      'ragione sociale, cliente, clienti, azienda, ditta, società, attività, negozio, locale, punto vendita, struttura, filiale, sede, esercizio, ristorante, albergo, farmacia, luogo',
    address: 'indirizzo, indirizzo completo, indirizzo postale, indirizzo negozio, ubicazione',
    addressPart:
      'via, via e numero, civico, numero civico, n civico, cap, codice postale, città, comune, località, provincia, prov, regione, frazione, quartiere',
    country: 'paese, nazione, stato, codice paese, codice nazione',
    reference:
      'codice cliente, cod cliente, numero cliente, n cliente, id cliente, codice negozio, cod negozio, id negozio, numero negozio, codice punto vendita, codice filiale, riferimento, rif, rif interno, riferimento interno, nostro riferimento, codice interno, matricola, pratica',
    number: 'numero, n, codice, cod, riga, progressivo',
    other:
      'telefono, cellulare, numero di telefono, posta elettronica, indirizzo email, indirizzo e mail, indirizzo mail, sito, sito web, indirizzo web, cognome, nome e cognome, nome contatto, nome referente, referente, contatto, titolare, responsabile, proprietario, note, nota, commento, commenti, osservazioni, descrizione, categoria, tipo, tipologia, data, recensioni, valutazione, fatturato, orari, settore, lingua, marchio, partita iva, p iva, codice fiscale, nome utente, nome file',
  },
  pt: {
    link: 'ligação, link google, link do google, link maps, link do maps, link google maps, link do google maps, mapa, hiperligação, ficha do google, perfil do google',
    name: 'nome, nomes, nome da empresa, nome empresa, nome do cliente, nome cliente, nome da loja, nome loja, nome do estabelecimento, nome do local, nome fantasia, nome comercial, nome da filial, nome do restaurante, nome do hotel, denominação, designação',
    client:
      'razão social, denominação social, cliente, clientes, empresa, loja, estabelecimento, negócio, comércio, filial, unidade, local, ponto de venda, restaurante, hotel, farmácia, clínica, sede, lugar',
    address: 'endereço, endereço completo, morada, morada completa, endereço comercial, endereço da loja, localização',
    addressPart:
      'rua, logradouro, avenida, número da casa, número da porta, n da porta, complemento, bairro, cep, código postal, cód postal, cidade, município, localidade, freguesia, concelho, distrito, estado, uf, região, província',
    country: 'país, código do país, cód país',
    reference:
      'código do cliente, código cliente, cód cliente, número do cliente, número de cliente, n cliente, nº cliente, id cliente, id do cliente, código da loja, cód loja, número da loja, nº loja, id loja, id da loja, código da filial, referência, referência interna, ref interna, nossa referência, matrícula, código interno, identificador',
    number: 'número, nº, núm, código, cód, linha',
    other:
      'telefone, telemóvel, celular, fone, e mail, correio eletrónico, endereço de email, endereço de e mail, endereço eletrônico, página web, website, contato, contacto, nome do contato, nome do contacto, pessoa de contacto, sobrenome, apelido, nome completo, proprietário, responsável, gerente, observações, observação, obs, notas, comentário, comentários, descrição, categoria, tipo, data, avaliação, avaliações, horário, setor, sector, idioma, marca, cnpj, cpf, nif, nome de utilizador, nome de usuário',
  },
  nl: {
    link: 'koppeling, kaart, google link, maps link, google maps link, google vermelding, bedrijfsprofiel',
    name: 'naam, namen, bedrijfsnaam, winkelnaam, klantnaam, naam klant, naam bedrijf, naam winkel, naam vestiging, vestigingsnaam, filiaalnaam, naam filiaal, handelsnaam, omschrijving locatie, locatienaam, objectnaam',
    client:
      'bedrijf, klant, klanten, winkel, vestiging, filiaal, locatie, zaak, onderneming, object, praktijk, organisatie, firma',
    address: 'adres, volledig adres, bezoekadres, postadres, vestigingsadres, winkeladres',
    addressPart:
      'straat, straatnaam, straat en huisnummer, huisnummer, huisnr, toevoeging, postcode, plaats, woonplaats, plaatsnaam, stad, gemeente, provincie, regio, postcode plaats',
    country: 'land, landcode, landnaam',
    reference:
      'klantnr, klantnummer, klant id, klantcode, winkelnummer, winkelnr, winkelcode, filiaalnummer, filiaalnr, filiaal nr, filiaalcode, vestigingsnummer, vestigingsnr, referentie, referentienummer, onze referentie, debiteurnummer, debiteurnr, relatienummer, locatiecode, dossiernummer, objectnummer, kenmerk',
    number: 'nummer, volgnummer, volgnr, regel',
    other:
      'telefoon, telefoonnummer, mobiel, e mailadres, emailadres, mailadres, webadres, webpagina, contactpersoon, naam contactpersoon, voornaam, achternaam, eigenaar, beheerder, opmerking, opmerkingen, notitie, notities, omschrijving, beschrijving, categorie, soort, datum, beoordeling, beoordelingen, omzet, openingstijden, branche, taal, merk, btw nummer, kvk, kvk nummer, gebruikersnaam, bestandsnaam',
  },
  pl: {
    link: 'odnośnik, link google, link maps, link do google, link do map, link do google maps, mapa, wizytówka google, wizytówka',
    name: 'nazwa, nazwa firmy, nazwa klienta, nazwa sklepu, nazwa lokalu, nazwa obiektu, nazwa placówki, nazwa punktu, nazwa oddziału, nazwa restauracji, nazwa hotelu, nazwa handlowa',
    client:
      'firma, klient, klienci, sklep, lokal, obiekt, placówka, punkt, oddział, kontrahent, przedsiębiorstwo, restauracja, apteka, lokalizacja',
    address: 'adres, pełny adres, adres sklepu, adres firmy, adres pocztowy, adres placówki',
    addressPart:
      'ulica, ul, ulica i numer, nr domu, numer domu, numer budynku, nr budynku, nr lokalu, numer lokalu, kod pocztowy, miasto, miejscowość, gmina, powiat, województwo, region, dzielnica',
    country: 'kraj, kod kraju, państwo',
    reference:
      'nr klienta, numer klienta, id klienta, kod klienta, nr sklepu, numer sklepu, id sklepu, kod sklepu, nr placówki, kod placówki, numer placówki, nr oddziału, kod oddziału, referencja, nr referencyjny, numer referencyjny, identyfikator, sygnatura',
    number: 'numer, lp, l p, wiersz, symbol',
    other:
      'telefon, nr telefonu, numer telefonu, komórka, adres email, adres e mail, adres mailowy, adres www, strona www, strona internetowa, strona, kontakt, osoba kontaktowa, imię, nazwisko, imię i nazwisko, właściciel, kierownik, opiekun, uwagi, uwaga, notatki, komentarz, opis, kategoria, typ, rodzaj, data, ocena, opinie, liczba opinii, obrót, godziny otwarcia, branża, język, marka, nip, regon, nazwa użytkownika, nazwa pliku',
  },
  sv: {
    link: 'länk, länkar, google länk, kartlänk, karta, maps länk, google maps länk, företagsprofil',
    name: 'namn, företagsnamn, kundnamn, butiksnamn, namn på butik, verksamhetsnamn, restaurangnamn, benämning, objektsnamn, platsnamn, filialnamn',
    client:
      'företag, kund, kunder, butik, filial, affär, plats, anläggning, verksamhet, enhet, objekt, mottagning, bolag',
    address: 'adress, fullständig adress, besöksadress, postadress, butiksadress',
    addressPart:
      'gata, gatuadress, gatunamn, gatunummer, husnummer, postnummer, postnr, post nr, ort, postort, stad, kommun, län, region, område',
    country: 'land, landskod',
    reference:
      'kundnr, kundnummer, kund nr, kund id, butiksnummer, butiksnr, butiks id, butikskod, filialnummer, referens, referensnummer, vår referens, objektnummer, objektsnummer, ärendenummer, anläggningsnummer, enhetsnummer',
    number: 'nummer, löpnummer, rad, kod',
    other:
      'telefon, telefonnummer, mobil, mobilnummer, e post, epost, e postadress, epostadress, mejl, mejladress, mailadress, webbplats, webbsida, webbadress, hemsida, kontakt, kontaktperson, förnamn, efternamn, ägare, ansvarig, chef, anteckning, anteckningar, kommentar, kommentarer, beskrivning, kategori, typ, datum, betyg, recensioner, omsättning, öppettider, bransch, språk, varumärke, organisationsnummer, orgnr, org nr, användarnamn, filnamn',
  },
  tr: {
    link: 'bağlantı, link adresi, konum, google linki, harita, harita linki, harita bağlantısı, maps linki, google maps linki, konum linki, google haritalar',
    name: 'ad, adı, isim, ismi, firma adı, şirket adı, işletme adı, mağaza adı, şube adı, müşteri adı, işyeri adı, restoran adı, otel adı, firma ismi, dükkan adı, bayi adı',
    client:
      'unvan, ünvan, ticari unvan, firma unvanı, firma, şirket, işletme, mağaza, şube, müşteri, işyeri, bayi, restoran, otel, mekan, dükkan, eczane, lokasyon',
    address: 'adres, açık adres, tam adres, adresi, mağaza adresi, firma adresi',
    addressPart:
      'sokak, cadde, mahalle, bina no, kapı no, dış kapı no, posta kodu, şehir, il, ilçe, semt, bölge, il ilçe, eyalet',
    country: 'ülke, ülke kodu',
    reference:
      'müşteri no, müşteri numarası, müşteri kodu, müşteri id, mağaza no, mağaza kodu, mağaza numarası, şube no, şube kodu, bayi kodu, bayi no, referans, referans no, referans numarası, cari kod, cari kodu, sicil no, dosya no',
    number: 'no, numara, sıra, sıra no, kod, kodu',
    other:
      'telefon, telefon no, telefon numarası, cep telefonu, gsm, e posta, eposta, e posta adresi, eposta adresi, mail adresi, web sitesi, web adresi, internet sitesi, ilgili kişi, yetkili, yetkili adı, soyad, soyadı, ad soyad, adı soyadı, sahibi, müdür, not, notlar, açıklama, yorum, yorumlar, kategori, tür, tip, tarih, puan, değerlendirme, ciro, çalışma saatleri, sektör, dil, marka, vergi no, vergi dairesi, kullanıcı adı, dosya adı',
  },
  ja: {
    link: 'リンク, 店舗リンク, ＵＲＬ, グーグルマップ, googleマップ, googleマップurl, マップ, マップリンク, 地図, 地図リンク, 地図url, ビジネスプロフィール, 共有リンク',
    name: '名称, 名前, 店舗名, 店名, 会社名, 企業名, 顧客名, お客様名, 施設名, 拠点名, 支店名, 屋号, 商号, 事業所名, 取引先名, 物件名, 法人名, 店舗名称, 施設名称, 得意先名, クライアント名, 加盟店名, 営業所名, ホテル名, 病院名, 医院名, スポット名',
    client:
      '店舗, 会社, 顧客, 取引先, 施設, 拠点, 支店, 得意先, クライアント, 事業所, 物件, お客様, 加盟店, 営業所, 場所',
    address: '住所, 所在地, 店舗住所, 会社住所, 住所1, 全住所, アドレス, 住所全体',
    addressPart:
      '郵便番号, 〒, 都道府県, 都道府県名, 市区町村, 市町村, 市区郡, 町名, 番地, 丁目, 建物名, ビル名, 住所2, 住所3, 県, 市, 区, 地域, エリア',
    country: '国, 国名, 国コード',
    reference:
      '店舗コード, 店舗番号, 店舗id, 店番, 店コード, 顧客番号, 顧客コード, 顧客id, お客様番号, 管理番号, 社内番号, 会員番号, 参照番号, 整理番号, 取引先コード, 得意先コード, 施設コード, 施設id, 拠点コード, 支店コード, 支店番号, 物件番号, 識別番号, 加盟店番号, 社員番号',
    number: '番号, コード, 通番, 連番, 行, ナンバー',
    other:
      'hp, インスタ, インスタグラム, 電話, 電話番号, 携帯, 携帯番号, ファックス, ファクス, メール, メールアドレス, ホームページ, ウェブサイト, サイト, サイトurl, ホームページurl, 担当, 担当者, 担当者名, 氏名, 姓, 名, 代表者, 代表者名, 店長, 店長名, フリガナ, ふりがな, カナ, 備考, メモ, コメント, 説明, カテゴリ, カテゴリー, 業種, 種別, 種類, 日付, 登録日, 評価, 口コミ, 口コミ数, クチコミ, 売上, 営業時間, 定休日, 言語, ブランド, 法人番号, ユーザー名, ファイル名',
  },
  ko: {
    link: '링크, 주소링크, 구글 링크, 구글맵, 구글 지도, 구글맵 링크, 구글 지도 링크, 지도, 지도 링크, 지도 url, 매장 링크, 구글 지도 url',
    name: '이름, 명칭, 상호, 상호명, 매장명, 매장 이름, 점포명, 업체명, 회사명, 고객명, 고객사명, 거래처명, 지점명, 가맹점명, 기관명, 시설명, 사업장명, 호텔명, 식당명, 업소명, 장소명',
    client: '매장, 점포, 업체, 회사, 고객, 고객사, 거래처, 지점, 가맹점, 기관, 시설, 사업장, 장소',
    address: '주소, 전체 주소, 도로명주소, 도로명 주소, 지번주소, 지번 주소, 매장 주소, 소재지, 위치',
    addressPart: '우편번호, 상세주소, 상세 주소, 시도, 시군구, 읍면동, 도시, 시, 도, 구, 동, 지역, 번지',
    country: '국가, 나라, 국가명, 국가 코드',
    reference:
      '고객번호, 고객 번호, 고객코드, 고객 id, 매장번호, 매장 번호, 매장코드, 매장 코드, 매장 id, 점포코드, 점포번호, 지점코드, 지점번호, 관리번호, 관리 번호, 거래처코드, 거래처 코드, 가맹점번호, 회원번호, 참조번호, 내부 번호',
    number: '번호, 코드, 순번, 연번, 행',
    other:
      '네이버, 네이버 링크, 카카오, 인스타그램, 전화, 전화번호, 연락처, 휴대폰, 휴대전화, 핸드폰, 팩스, 이메일, 이메일 주소, 메일, 메일주소, 홈페이지, 홈페이지 주소, 웹사이트, 웹사이트 주소, 담당자, 담당자명, 대표자, 대표자명, 대표, 성명, 성, 비고, 메모, 설명, 카테고리, 업종, 유형, 종류, 날짜, 등록일, 평점, 리뷰, 리뷰수, 매출, 영업시간, 언어, 브랜드, 사업자번호, 사업자등록번호, 사용자명, 파일명',
  },
  'zh-Hans': {
    link: '链接, 网址链接, 谷歌链接, 谷歌地图, 谷歌地图链接, 地图, 地图链接, 店铺链接, 分享链接',
    name: '名称, 名字, 店名, 店铺名, 店铺名称, 门店名, 门店名称, 公司名, 公司名称, 企业名称, 客户名, 客户名称, 商户名, 商户名称, 商家名称, 分店名, 分店名称, 单位名称, 机构名称, 酒店名称, 餐厅名称, 项目名称, 地点名称',
    client: '店铺, 门店, 公司, 企业, 客户, 商户, 商家, 分店, 单位, 机构, 地点',
    address: '地址, 详细地址, 完整地址, 店铺地址, 门店地址, 公司地址, 位置',
    addressPart: '街道, 门牌号, 邮编, 邮政编码, 城市, 省, 省份, 市, 区, 县, 区县, 地区, 州',
    country: '国家, 国别, 国家代码, 国家地区',
    reference:
      '客户编号, 客户号, 客户代码, 客户id, 门店编号, 门店代码, 门店id, 店铺编号, 店铺代码, 店铺id, 店号, 内部编号, 参考编号, 参考号, 商户号, 商户编号, 会员号, 档案号, 合同编号, 分店编号',
    number: '编号, 序号, 号码, 代码, 行号',
    other:
      '电话, 电话号码, 手机, 手机号, 手机号码, 联系电话, 传真, 邮箱, 电子邮箱, 电子邮件, 邮箱地址, 邮件地址, 网站, 网址, 官网, 网站地址, 联系人, 联系人姓名, 姓名, 负责人, 店长, 备注, 说明, 评论, 描述, 类别, 分类, 类型, 行业, 日期, 评分, 评价, 评论数, 销售额, 营业时间, 语言, 品牌, 税号, 用户名, 文件名, 状态',
  },
  'zh-Hant': {
    link: '連結, 鏈接, 谷歌連結, 谷歌地圖, 谷歌地圖連結, google地圖, google地圖連結, 地圖, 地圖連結, 店家連結, 分享連結',
    name: '名稱, 名字, 店名, 店家名稱, 店舖名稱, 店鋪名稱, 門市名稱, 門市名, 公司名, 公司名稱, 企業名稱, 客戶名, 客戶名稱, 商家名稱, 商號, 分店名稱, 分店名, 單位名稱, 機構名稱, 飯店名稱, 餐廳名稱, 地點名稱',
    client: '店家, 店舖, 店鋪, 門市, 公司, 企業, 客戶, 商家, 分店, 單位, 機構, 地點',
    address: '地址, 詳細地址, 完整地址, 店家地址, 門市地址, 公司地址, 位置',
    addressPart: '街道, 門牌, 門牌號碼, 郵遞區號, 郵編, 城市, 縣市, 鄉鎮市區, 行政區, 省, 市, 區, 縣, 地區, 州',
    country: '國家, 國別, 國家代碼, 國家地區',
    reference:
      '客戶編號, 客戶代號, 客戶代碼, 客戶id, 門市編號, 門市代號, 門市代碼, 店家編號, 店號, 店舖編號, 內部編號, 參考編號, 參考號, 商家編號, 會員編號, 會員號, 合約編號, 分店編號',
    number: '編號, 序號, 號碼, 代號, 代碼, 行號',
    other:
      '電話, 電話號碼, 手機, 手機號碼, 聯絡電話, 傳真, 信箱, 電子郵件, 電子信箱, 郵件地址, 信箱地址, 網站, 網址, 官網, 聯絡人, 聯絡人姓名, 姓名, 負責人, 店長, 備註, 說明, 評論, 描述, 類別, 分類, 類型, 行業, 產業, 日期, 評分, 評價, 評論數, 營業額, 營業時間, 語言, 品牌, 統一編號, 統編, 使用者名稱, 檔案名稱, 狀態',
  },
  ar: {
    link: 'رابط, الرابط, رابط الموقع, روابط, رابط جوجل, رابط خرائط جوجل, رابط قوقل ماب, رابط الموقع على الخريطة, رابط الخريطة, رابط الخرائط, خرائط جوجل, خريطة, اللوكيشن, لوكيشن',
    name: 'اسم, الاسم, اسم المحل, اسم المتجر, اسم الشركة, اسم العميل, اسم الفرع, اسم المنشأة, اسم المطعم, اسم الفندق, اسم المؤسسة, اسم النشاط, الاسم التجاري, اسم الزبون, اسم المكان, اسم الجهة',
    client: 'محل, متجر, شركة, عميل, العملاء, فرع, منشأة, مطعم, فندق, مؤسسة, زبون, مكان, جهة, نشاط',
    address: 'عنوان, العنوان, العنوان الكامل, العنوان بالكامل, عنوان المحل, عنوان الشركة, العنوان الوطني',
    addressPart:
      'شارع, اسم الشارع, رقم المبنى, رقم البناية, الرمز البريدي, رمز بريدي, مدينة, المدينة, حي, الحي, منطقة, المنطقة, محافظة, المحافظة, ولاية, إمارة',
    country: 'دولة, الدولة, بلد, البلد, رمز الدولة, رمز البلد',
    reference:
      'رقم العميل, رقم الفرع, رقم المحل, رقم المتجر, كود العميل, كود الفرع, كود المحل, رمز العميل, رمز الفرع, مرجع, المرجع, رقم المرجع, الرقم المرجعي, معرف العميل, رقم الملف, رقم العضوية, رقم المنشأة',
    number: 'رقم, الرقم, م, مسلسل, كود, رمز, معرف, تسلسل',
    other:
      'هاتف, الهاتف, رقم الهاتف, جوال, الجوال, رقم الجوال, موبايل, تليفون, فاكس, بريد, البريد, البريد الالكتروني, ايميل, الايميل, الموقع الالكتروني, موقع الكتروني, الموقع, جهة الاتصال, الشخص المسؤول, المسؤول, المدير, اسم المدير, المالك, اسم المالك, اسم العائلة, ملاحظات, ملاحظة, تعليق, تعليقات, وصف, الوصف, فئة, الفئة, تصنيف, نوع, النوع, تاريخ, التاريخ, تقييم, التقييم, تقييمات, مراجعات, مبيعات, ساعات العمل, قطاع, لغة, علامة تجارية, حالة, الحالة, الرقم الضريبي, اسم المستخدم, اسم الملف',
  },
  he: {
    link: 'קישור, הקישור, לינק, קישור לגוגל, קישור לגוגל מפות, קישור גוגל מפות, לינק לגוגל, גוגל מפות, מפה, קישור למפה, קישור מפה',
    name: 'שם, השם, שם העסק, שם עסק, שם החברה, שם חברה, שם הלקוח, שם לקוח, שם הסניף, שם סניף, שם החנות, שם חנות, שם המסעדה, שם המלון, שם הארגון, שם המקום, שם מסחרי',
    client: 'עסק, העסק, חברה, החברה, לקוח, הלקוח, לקוחות, סניף, הסניף, חנות, החנות, מסעדה, מלון, ארגון, מקום',
    address: 'כתובת, הכתובת, כתובת מלאה, כתובת העסק, כתובת החנות, כתובת הסניף',
    addressPart: 'רחוב, שם רחוב, רחוב ומספר, מספר בית, מס בית, מיקוד, עיר, ישוב, יישוב, אזור, מחוז, שכונה',
    country: 'מדינה, ארץ, קוד מדינה',
    reference:
      'מספר לקוח, מס לקוח, קוד לקוח, מזהה לקוח, מספר סניף, מס סניף, קוד סניף, מספר חנות, קוד חנות, אסמכתא, מספר אסמכתא, סימוכין, מספר תיק, מספר פנימי, מזהה פנימי',
    number: 'מספר, מס, קוד, מזהה, מסד, שורה',
    other:
      'טלפון, מספר טלפון, מס טלפון, נייד, טלפון נייד, פקס, דואל, אימייל, מייל, דוא ל, כתובת מייל, כתובת אימייל, כתובת דואל, אתר, אתר אינטרנט, כתובת אתר, איש קשר, שם איש קשר, שם פרטי, שם משפחה, שם מלא, בעלים, שם הבעלים, מנהל, אחראי, הערות, הערה, תגובה, תגובות, תיאור, קטגוריה, סוג, תאריך, דירוג, ביקורות, מכירות, שעות פתיחה, ענף, שפה, מותג, סטטוס, עוסק מורשה, חפ, שם משתמש, שם קובץ',
  },
}

/** Scripts whose words are not separated by spaces, or not always. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}〒]/u

/** Endings of compound words, such as `Vertragsnummer`. */
const compounds: ReadonlyArray<[RegExp, HeadingRole]> = [
  [/.{3}(?:nummer|nr)$/, 'reference'],
  [/.{3}(?:name|namn|naam)$/, 'name'],
  [/.{3}adress?e?$/, 'address'],
  [/.{3}(?:link|lank)$/, 'link'],
]

/** The longest heading that is read, in UTF-16 units, and the longest phrase in the table, in words or characters. */
const longestRead = 100
const longestPhrase = 12

let phrasesRead: ReadonlyMap<string, readonly HeadingRole[]> | undefined

/** Returns every phrase of the table, folded, with its roles. Built on first use. */
function rolesByPhrase(): ReadonlyMap<string, readonly HeadingRole[]> {
  if (phrasesRead) return phrasesRead
  const phrases = new Map<string, readonly HeadingRole[]>()
  for (const language of Object.values(words))
    for (const [role, list] of Object.entries(language) as Array<[HeadingRole, string]>)
      for (const phrase of list.split(', ')) {
        const key = keyOf(partsOf(phrase))
        const roles = phrases.get(key) ?? []
        if (!roles.includes(role)) phrases.set(key, [...roles, role])
      }
  phrasesRead = phrases
  return phrases
}

/** Splits a heading into words, or into characters if its script has no spaces between words. */
function partsOf(heading: string): string[] {
  const split = heading.replace(/\p{Ll}(?=\p{Lu})|\p{Script=Latin}(?=\p{N})/gu, '$& ')
  const found = fold(split).match(/[\p{L}\p{M}\p{N}#〒]+/gu) ?? []
  if (unspaced.test(heading)) return [...found.join('')]
  return found.map((word) => word.replace(/^ال(?=.{2})/u, ''))
}

const keyOf = (parts: readonly string[]): string =>
  parts.length > 0 && unspaced.test(parts.join('')) ? parts.join('') : parts.join(' ')

/** What a heading says about its column. */
export interface HeadingMeaning {
  role: HeadingRole
  /** The phrases that it has. */
  phrase: string
  /** Whether the heading is nothing but a phrase of the table, apart from a number. */
  isExact: boolean
}

/** What a heading means if it has phrases of two roles: the first of these. */
const precedence: readonly HeadingRole[] = [
  'other',
  'placeId',
  'cid',
  'link',
  'reference',
  'country',
  'addressPart',
  'address',
  'name',
  'client',
  'number',
]

/** Returns what a heading means; null if it has no phrase of the table. */
export function meaningOf(heading: string): HeadingMeaning | null {
  if (heading.length > longestRead) return null
  const parts = partsOf(heading)
  const isUnspaced = unspaced.test(heading)
  const phrases = rolesByPhrase()
  const found: Array<{ phrase: string; roles: readonly HeadingRole[] }> = []
  let unread = 0
  for (let start = 0; start < parts.length; ) {
    const shortest = isUnspaced && parts.length > 1 ? 2 : 1
    let length = Math.min(longestPhrase, parts.length - start)
    while (length >= shortest && !phrases.has(keyOf(parts.slice(start, start + length)))) length--
    if (length < shortest) length = 0
    const phrase = keyOf(parts.slice(start, start + Math.max(1, length)))
    const roles = length > 0 ? phrases.get(phrase) : compoundRoles(phrase)
    if (roles) found.push({ phrase, roles })
    else if (!/^\p{N}+$/u.test(phrase)) unread += 1
    start += Math.max(1, length)
  }
  const roles = new Set(found.flatMap(({ roles }) => roles))
  const role = roles.has('number') ? numbered(roles) : precedence.find((one) => roles.has(one))
  const phrase = found.map(({ phrase }) => phrase).join(' ')
  return role ? { role, phrase, isExact: found.length === 1 && unread === 0 } : null
}

function compoundRoles(word: string): readonly HeadingRole[] | undefined {
  const found = compounds.find(([ending]) => ending.test(word))
  return found && [found[1]]
}

/** Returns the role of a heading with a word such as "number" or "code": whose number it is. */
function numbered(roles: ReadonlySet<HeadingRole>): HeadingRole | undefined {
  const first = precedence.find((one) => roles.has(one))
  return first === 'name' || first === 'client' || first === 'address' ? 'reference' : first
}

/** Phrases of one language that report a fix in a commit's subject, in lower case. `*` after the start of a word matches any ending. */
interface Vocabulary {
  /** Phrases that mean a fix at the start. */
  readonly first: string;
  /** Phrases that mean a fix at the end. */
  readonly last?: string;
  /** Phrases that mean a fix at either end, if the subject also has a word of `wrong`. */
  readonly solves?: string;
  readonly wrong?: string;
  /** Phrases at either end that mean a revert. */
  readonly reverts?: string;
  /** Words for things outside of programs. Fixing them repairs no breakage. */
  readonly texts?: string;
}

/** Languages with spaces between words. Phrases are comma-separated. */
export const SPACED: Readonly<Record<string, Vocabulary>> = {
  English: {
    first: 'repair, repairs, repaired, repairing, correct, corrects, corrected, correcting',
    last: 'repaired, corrected',
    solves:
      "resolve, resolves, resolved, resolving, solve, solves, solved, fixed, prevent, prevents, prevented, avoid, avoids, avoided, mitigate, mitigates, mitigated, patch, patches, patched, don't, don’t, do not",
    wrong:
      'bug, bugs, crash, crashes, error, errors, exception, exceptions, failure, failures, freeze, hang, issue, issues, leak, leaks, deadlock, panic, problem, problems, regression, segfault, segfaults, off-by-one, overflow, underflow, null pointer, race, races, use-after-free, use after free, double free, out-of-bounds, infinite loop, memory corruption, vulnerability, vulnerabilities, cve-*',
    texts:
      'conflict, conflicts, typo, typos, spelling, grammar, wording, whitespace, indentation, copyright, doc, docs, documentation, readme, changelog, lint, linter, test, tests, ci, comment, comments',
  },
  French: {
    first: 'corrig*, correction, corrections, correctif, correctifs, répar*',
    last: 'corrigé, corrigée, corrigés, corrigées, réparé, réparée',
    solves: 'résout, résolu, résolue, résoudre, résolution',
    wrong: 'bogue, bogues, erreur, erreurs, problème, problèmes, plantage, plantages, anomalie',
    reverts: 'annule le commit, annulation du commit, annule les modifications',
    texts: 'orthograph*, faute, fautes, coquille, coquilles, commentaire, commentaires',
  },
  Spanish: {
    first: 'corrige, corregi*, corrección, correcciones, correccion, corrijo, arregla*, repara, reparado, reparada',
    last: 'corregido, corregida, corregidos, arreglado, arreglada',
    solves: 'soluciona*, solución, resuelve, resuelto, resuelta, arreglo, arreglos, arregló, arreglé',
    wrong: 'problema, problemas, fallo, fallos, errores, caída, cuelgue',
    reverts: 'revierte, revertir, revertido, revertida, revirtiendo, deshace commit, deshacer commit, deshace cambios, deshacer cambios',
    texts: 'errata, erratas, ortograf*, ortográf*, documentación, comentario, comentarios, prueba, pruebas',
  },
  Portuguese: {
    first: 'corrige, corrigi*, correção, correções, correcao, correcoes, conserta*, conserto, arruma*',
    last: 'corrigido, corrigida, corrigidos, consertado, consertada',
    solves: 'resolvido, resolvida, resolvendo',
    wrong: 'erro, erros, falha, falhas, travamento',
    reverts:
      'reverte, reverter o, reverter a, reverter commit, reverter alterações, reverter mudanças, revertendo, desfaz commit, desfaz alterações, desfazer alterações',
    texts: 'documentação, comentário, comentários, teste, testes',
  },
  Italian: {
    first: 'corregg*, correzione, correzioni, sistemato, sistemata, riparato, riparata',
    last: 'corretto, corretta, sistemato, sistemata',
    // Corretto is also a distribution of Java.
    solves: 'corretto, corretta, corretti, corrette, risolto, risolta, risolti, risolve, risolvi, risoluzione',
    wrong: 'errore, errori, problemi, anomalia, malfunzionamento',
    reverts: 'annulla commit, annullato commit, annulla modifiche, annullate modifiche',
    texts: 'refuso, refusi, documentazione, commento, commenti',
  },
  German: {
    first:
      'behebe, behebt, beheben, behob, behoben, behebung, korrigier*, korrektur, korrekturen, fehlerbehebung*, fehlerkorrektur*, repariert, repariere, fixt, fixe, gefixt',
    last: 'behoben, korrigiert, repariert, gefixt, fehlerbehebung, fehlerbehebungen',
    solves: 'löse, löst, gelöst, behebung',
    wrong: 'fehler, fehlers, absturz, abstürze, probleme',
    reverts: 'rückgängig, rückgängig gemacht, macht rückgängig, mache rückgängig, nehme zurück, nimmt zurück',
    texts: 'tippfehler*, schreibfehler*, rechtschreib*, doku, dokumentation, kommentar*',
  },
  Dutch: {
    first: 'repareer*, gerepareerd, verhelp*, verholpen, corrigeer*, gecorrigeerd, correctie, correcties, gefixt, fixt',
    last: 'gerepareerd, verholpen, gecorrigeerd, gefixt',
    solves: 'opgelost, oplossing, herstel, herstelt, hersteld, herstelde',
    wrong: 'fout, fouten, probleem, problemen',
    reverts: 'teruggedraaid, terugdraaien, draai terug, draait terug',
    texts: 'typefout*, spelfout*, tikfout*, documentatie, commentaar',
  },
  Swedish: {
    first:
      'fixar, fixade, fixat, rätta, rättar, rättade, rättat, rättning, rättelse, åtgärda*, laga, lagar, lagat, korriger*, buggfix*, felrättning*',
    last: 'fixat, rättat, åtgärdat, åtgärdad, lagat, korrigerat',
    solves: 'fixa, löser, löst, löste',
    wrong: 'fel, felet, bugg, buggen, buggar, krasch, problemet',
    reverts: 'återställer, återställ, återställt, backa ändring*, backar ändring*, ångra ändring*, ångrar ändring*',
    texts: 'stavfel, skrivfel, tryckfel',
  },
  Finnish: {
    first: 'korja*, bugikorja*, virheenkorja*, virhekorja*',
    last: 'korjattu, korjaus, korjaukset',
    solves: 'ratkais*, ratkaistu',
    wrong: 'virhe*, bugi*, ongelma*, vika, vian, kaatuminen',
    reverts: 'peruttu, perutaan, kumoa, kumoaa, kumottu',
    texts: 'kirjoitusvirhe*, dokumentaatio*, kommentti*, kommentin, testit',
  },
  Polish: {
    first: 'napraw*, popraw, poprawia, poprawiono, poprawił*, poprawion*, poprawk*, bugfix*',
    last: 'naprawiono, naprawiony, naprawione, naprawiona, poprawiono, poprawiony, poprawione',
    solves: 'rozwiąz*, usuń, usuwa, usunięto, usunięcie, poprawa',
    wrong: 'błąd, błędu, błędy, błędów, buga, problemu, awarii, awaria',
    reverts: 'cofa, cofnij, cofnięto, cofnięcie, wycofano, wycofaj, wycofuje, wycofanie',
    texts: 'literówk*, dokumentac*, komentarz*, testy',
  },
  Czech: {
    first: 'oprav*',
    last: 'oprava, opraven, opravena, opraveno, opraveny',
    solves: 'vyřeš*, odstraněn*, odstraňuje, řeší',
    wrong: 'chyb*, problém*, bugu, pád, pádu',
    reverts: 'vrácení změn, vráceny změny, vrací změny, vrátit změny, vrátit zpět',
    texts: 'překlep*, komentář*, testy, testů',
  },
  Russian: {
    first:
      'исправ*, починил*, починен*, почини, починка, починить, чинит, чиним, фикс, фиксы, фиксим, фиксит, фиксик*, пофикс*, пофикш*, зафикшен*, хотфикс*, багфикс*, устран*',
    last: 'исправлен, исправлена, исправлено, исправлены, исправил, исправила, починил, починила, починено, пофикшено, пофиксил, фикс, устранена, устранено, устранён, устранен',
    solves: 'решена, решено, решает, решил, решила, решение, правка, правки, поправил*, поправлен*',
    wrong: 'баг, бага, баги, багов, ошибк*, ошибок, проблем*, падени*, сбой, сбоя, краш*',
    reverts:
      'откат изменени*, откат коммит*, откат правок, откат к, откат до, откат на, откат версии, откатил*, откатить, откатываем, откатываю, отмена коммита, отменил коммит, отмена изменений, реверт',
    texts: 'опечат*, документац*, комментар*, тест, тесты, тестов, тестах, ридми',
  },
  Ukrainian: {
    first: 'виправ*, полагод*, полагодж*, фікс, фікси, пофікс*, пофікш*, хотфікс*, багфікс*, усун*',
    last: 'виправлено, виправлена, виправлений, виправив, виправила, полагоджено, пофікшено, фікс, усунено, усунуто',
    solves: 'виріш*, розвʼяз*',
    wrong: 'помилк*, помилок, збій, збою, падіння',
    reverts: 'відкат змін, відкат коміту, відкат до, відкочено, відкотив, відкотила, відкочує*, скасування коміту, реверт',
    texts: 'одрук*, описк*, документаці*, коментар*, тести, тестів',
  },
  Greek: {
    first: 'διόρθω*, διορθώ*, διορθω*, επιδιόρθω*, επιδιορθώ*',
    last: 'διορθώθηκε, διορθώθηκαν, διόρθωση',
    solves: 'επίλυση, επιλύ*, λύνει, λύθηκε, λύση',
    wrong: 'σφάλμα*, σφαλμάτων, πρόβλημα*, προβλήματος, κατάρρευση*',
    reverts: 'αναίρεση, αναιρεί, αναιρέθηκε, επαναφορά αλλαγών',
    texts: 'τυπογραφικ*, ορθογραφικ*, τεκμηρίωσ*, σχόλι*',
  },
  Turkish: {
    first: 'düzelt*, hata düzelt*, onar*, giderildi',
    last: 'düzeltildi, düzeltme, düzeltmesi, düzeltilmesi, düzeltir, düzeltiyor, düzelt, onarıldı',
    solves: 'giderildi, giderir, gider, çöz*, çözüldü, çözümü',
    wrong: 'hata*, sorun*, çökme*, problemi',
    reverts: 'geri alındı, geri al, geri alma, geri alır',
    texts: 'yazım, imla, belge, belgeler, belgeleme, dokümantasyon, yorum, yorumlar',
  },
  Vietnamese: {
    first: 'sửa lỗi, sửa bug, vá lỗi, khắc phục, chữa lỗi, fix lỗi',
    solves: 'sửa, xử lý, giải quyết',
    wrong: 'lỗi, sự cố',
    reverts: 'hoàn tác, hoàn nguyên',
    texts: 'chính tả, tài liệu, chú thích',
  },
  Hebrew: {
    first: 'תיקון, תיקוני, תוקן, תוקנה, תוקנו, תיקנתי, תיקנו, תיקן, מתקן, מתקנת, לתקן, תקן',
    last: 'תוקן, תוקנה, תוקנו',
    solves: 'פתר, פתרון, פותר, נפתר, נפתרה, טיפול',
    wrong: 'באג, הבאג, באגים, תקלה, התקלה, שגיאה, השגיאה, בעיה, הבעיה, בעיית, קריסה',
    reverts: 'החזרה לאחור, חזרה לאחור, ביטול קומיט, ביטול שינויים, ביטול השינויים',
    texts: 'כתיב, תיעוד, הערות',
  },
  Arabic: {
    first: 'إصلاح, اصلاح, إصلاحات, أصلح, أصلحت, أصلحنا, يصلح, تصحيح, صحح, صححت, تم إصلاح, تم اصلاح, تم تصحيح',
    solves: 'حل, حلت, يحل, معالجة, عالج, تم حل, تمت معالجة',
    wrong: 'خطأ, الخطأ, أخطاء, الأخطاء, خلل, الخلل, مشكلة, المشكلة, مشاكل, انهيار, علة',
    reverts: 'تراجع عن, التراجع عن, تم التراجع',
    texts: 'إملائي, إملائية, الإملائية, توثيق, التوثيق, تعليقات, التعليقات',
  },
};

/**
 * Languages without spaces between words, or with suffixes joined to words. Phrases match at either end; `wrong` and `texts` match
 * anywhere.
 */
export const UNSPACED: readonly Vocabulary[] = [
  {
    first: '修复, 修復, 修正, 修bug, 修改bug, 修改 bug, bug修复, bug 修复, bug修復, bug 修復, bug修正, 缺陷修复, 紧急修复',
    last: '修复, 修復, 已修复, 已修復, 修复完成, 修复了',
    solves: '解决, 解決, 已解决, 已解決',
    wrong: '问题, 問題, bug, 错误, 錯誤, 崩溃, 崩潰, 缺陷, 故障, 失败, 失敗',
    reverts:
      '撤销提交, 撤銷提交, 撤销修改, 撤销更改, 还原提交, 還原提交, 还原更改, 回滚提交, 回滾提交, 回滚代码, 回滚到, 回滚版本, 回退提交, 回退版本, 回退代码, 回退到',
    texts: '错别字, 錯別字, 拼写, 拼寫, 笔误, 筆誤, 注释, 註釋, 文档错, 文档链接, 文档格式, 测试用例, 单元测试, readme, typo',
  },
  {
    first: 'バグ修正, バグを修正, バグの修正, 不具合修正, 不具合を修正, 不具合対応, 障害対応, 緊急修正, バグフィックス, ホットフィックス',
    last: '修正, を修正, 修正した, 修正しました, 修正する, 修正対応, 直した, 直しました, 直す, 不具合対応, バグ対応',
    solves: '解消, 解消した, 解消しました, 解決, 解決した, 解決しました, 対応, 対応した, 対応しました, 対処',
    wrong: 'バグ, 不具合, 障害, エラー, クラッシュ, 問題',
    reverts: 'リバート, 差し戻し, 差戻し, 元に戻す, 元に戻した, 元に戻しました, 切り戻し, 切り戻す, 取り消しコミット',
    texts: '文言, 誤字, 脱字, 誤植, タイポ, ドキュメント, コメント, スペル, インデント, typo, readme, テスト',
  },
  {
    first: '버그수정, 버그 수정, 버그픽스, 버그 픽스, 오류수정, 오류 수정, 에러수정, 에러 수정, 핫픽스, 결함 수정',
    solves:
      '수정, 수정함, 수정됨, 수정했습니다, 수정합니다, 수정하기, 수정 완료, 수정완료, 해결, 해결함, 해결됨, 해결했습니다, 해결 완료, 고침, 픽스',
    wrong: '버그, 오류, 에러, 문제, 결함, 크래시, 장애',
    reverts: '리버트, 원복, 되돌림, 되돌렸습니다',
    texts: '오타, 오탈자, 맞춤법, 문서, 주석, 테스트, readme',
  },
];

/** Words that mean a revert before a colon or in brackets. Elsewhere they may refer to transactions. */
export const REVERT_LABELS =
  '回滚, 回滾, 回退, 撤销, 撤銷, 还原, 還原, откат, відкат, rollback, 롤백, 되돌리기, ロールバック, 取り消し, geri alma, αναίρεση';

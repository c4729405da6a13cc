import { describe, expect, test } from 'vitest';
import { detectBreak } from '../../../../src/engine/text/break-words.ts';

describe('detectBreak in many languages', () => {
  test.each([
    // Chinese.
    ...[
      '修复登录崩溃',
      '[修复] 登录',
      '【修复】登录',
      '修复：登录',
      'feat：修复登录',
      '登录：修复崩溃',
      'ui:修复登录',
      '修正登录错误',
      '解决登录问题',
    ],
    ...['登录问题修复', '修復登入', 'Bug修复', '【登录】修复崩溃', '解决 #12 登录崩溃的问题。'],
    // Japanese.
    ...[
      'バグ修正 (#12)',
      'ログインの不具合を修正',
      'ログインを修正しました',
      '不具合対応: ログイン',
      'ログイン: クラッシュを解消',
      '[バグ修正] ログイン',
    ],
    // Korean.
    ...['로그인 버그 수정', '[버그수정] 로그인', '로그인 오류 해결했습니다.', '버그 수정: 로그인', '로그인: 오류를 수정 (#12)'],
    // Spanish, Portuguese, French, Italian.
    ...[
      'Corregido',
      'Corrección de error',
      'Arregla bug',
      'Corrige el inicio',
      'Soluciona problema de inicio',
      'Inicio corregido',
      'ui: corrige el menú',
    ],
    ...['Correção do login', 'Corrigido o login', 'Conserta login', 'Resolve problema no login', 'Corrige erro'],
    ...['Correction du login', 'Correctif login', 'Corrigé le login', 'Résout le plantage', 'Corrige le plantage'],
    ...['Corretto bug', 'Risolto problema', 'Correzione del login', 'Corregge il login', 'Risolve un errore'],
    // German, Dutch, Swedish, Finnish.
    ...[
      'Behebe Fehler',
      'Fehler behoben',
      'Fehler behoben: Login',
      'Erreur corrigée : connexion',
      'Ошибка исправлена: вход',
      'Fehlerbehebung',
      'Korrigiere Login',
      'Behebt Absturz',
      'Löst Problem beim Start',
      'Anmeldung repariert',
    ],
    ...['Fout hersteld', 'Repareert login', 'Verhelpt crash', 'Probleem opgelost'],
    ...['Fixar inloggning', 'Rättade fel', 'Åtgärdar krasch', 'Löser problem med start'],
    ...['Korjaa kirjautuminen', 'Kirjautuminen korjattu', 'Bugikorjaus'],
    // Russian, Ukrainian, Polish, Czech.
    ...['Починил логин', 'фикс: логин', 'Исправлен вход', 'Исправлена ошибка входа', 'Вход исправлен', 'Пофиксил баг', '[фикс] логин'],
    ...['Виправлено вхід', 'Пофіксив баг', 'Вирішено проблему входу'],
    ...['Napraw błąd', 'Naprawiono logowanie', 'Poprawka logowania', 'Usunięto błąd'],
    ...['Oprava přihlášení', 'Opraven pád', 'Vyřešen problém'],
    // Greek, Turkish, Vietnamese, Hebrew, Arabic.
    ...['Διόρθωση σύνδεσης', 'Διορθώθηκε σφάλμα', 'Επίλυση προβλήματος'],
    ...['Giriş hatası düzeltildi', 'Hata düzeltmesi', 'DÜZELTİLDİ: giriş', 'Sorun giderildi', 'Sorun çözüldü'],
    ...['Sửa lỗi đăng nhập', 'Khắc phục sự cố', 'Sửa một lỗi', 'Sửa lỗi'.normalize('NFD')],
    ...['תיקון באג', 'תוקן הבאג', 'פתרון בעיה'],
    ...['إصلاح خطأ', 'تم إصلاح تسجيل الدخول', 'حل مشكلة الدخول'],
    // English, not at the start.
    ...[
      'Login fix',
      'ui: login fix',
      'Login fix (#12)',
      'Login page crash fix.',
      '*fix* login',
      '**Fix** login',
      '`fix` login',
      'Login bugfix',
    ],
    ...['Resolve #12: crash', 'Resolves crash on start', 'Resolve issue with login', 'Login crash resolved', 'Login bug fixed'],
  ])('a fix: %j', (subject) => expect(detectBreak(subject)).toBe('fix'));

  test.each([
    ...[
      '回滚: 登录',
      '【回滚】登录',
      '回滚提交 0123abc',
      '撤销修改',
      'Откат изменений',
      'Откат: логин',
      'Відкат змін',
      'リバート: ログイン',
      '로그인 원복',
    ],
    ...[
      'Revierte "Añade menú"',
      'Reverte o login',
      'Änderung rückgängig gemacht',
      'Annule le commit 0123abc',
      'Wycofano zmiany',
      'Geri alındı: giriş',
    ],
    ...['Hoàn tác thay đổi', 'Αναίρεση αλλαγών', 'ביטול שינויים', 'التراجع عن التغيير'],
  ])('a revert: %j', (subject) => expect(detectBreak(subject)).toBe('revert'));

  test.each([
    // Texts and tests.
    ...[
      '修复错别字',
      '修复注释',
      'docs：修复链接',
      'test：修复用例',
      'docs: 修复链接',
      '文言修正',
      'コメントを修正',
      '오타 수정',
      '문서 오류 수정',
    ],
    ...[
      'Corrige errata',
      'Corrige la documentación',
      'Corrige une faute',
      'Tippfehler behoben',
      'Korrigiere Doku',
      'Исправлена опечатка',
      'Napraw literówkę',
    ],
    ...[
      'Rättar stavfel',
      'Oprava překlepu',
      'Typo fix',
      'Typo corrected: README',
      'Correct the spelling',
      'Test fix',
      'docs: how to fix',
      'How to fix',
      'Document the login fix',
      'Resolve conflict errors',
    ],
    // Additions and other words.
    ...[
      'Add a fix',
      'ui: add login fix',
      'Add login fix',
      'Remove login fix',
      'Debug fix',
      'feat: login fix',
      'feat: fix',
      'No fix',
      'Auto fix',
      'Run eslint --fix',
    ],
    ...[
      'prefix',
      'fixture',
      'suffix',
      'fixed-width layout',
      'Login prefix',
      'Test fixtures',
      'Make the width fixed',
      'position: relative, not fixed',
    ],
    ...[
      '添加登录',
      '修改登录',
      '修改错误提示',
      'Los errores del menú',
      'Lost error page',
      '回滚事务',
      '事务回滚',
      '登录功能',
      '로그인 추가',
      '로그인 수정',
      'ログインを追加',
      '되돌리기 버튼 추가',
      'Откат транзакций',
    ],
    ...[
      'Corretto 21',
      'Añade login',
      'Arreglo de usuarios',
      'Correcto',
      'Behebungen'.slice(0, 4),
      'Korrekturlesen',
      'Peru locale',
      'Los Angeles',
      'Solution',
    ],
    ...[
      'Resolve imports',
      'Resolve issue #12',
      'Closes #12',
      'Poprawa wydajności',
      'Herstel',
      'Sửa giao diện',
      'Felsökning',
      'Hata mesajı eklendi',
    ],
  ])('neither: %j', (subject) => expect(detectBreak(subject)).toBeNull());

  test('takes linear time', () => {
    for (const part of ['修', '修复', '【', '：', 'a：', '（', 'fix ', '*', 'ー', 'откат ', 'e\u0301', '#1', ') ', 'issue ']) {
      expect(['fix', 'revert', null]).toContain(detectBreak(part.repeat(1_000_000)));
    }
  });
});

import type { KnownNames } from './known.ts';

/** Packagist packages, and PHP extensions that Composer requires. */
export const PHP_PACKAGES: KnownNames = {
  frameworks: {
    'cakephp/cakephp': 'CakePHP',
    'codeigniter4/framework': 'CodeIgniter',
    'doctrine/orm': 'Doctrine',
    'drupal/core*': 'Drupal',
    'laminas/*': 'Laminas',
    'laravel/framework': 'Laravel',
    'livewire/livewire': 'Livewire',
    'slim/slim': 'Slim',
    'symfony/framework-bundle': 'Symfony',
    'symfony/symfony': 'Symfony',
    'yiisoft/yii2': 'Yii',
  },
  databases: {
    'elasticsearch/elasticsearch': 'Elasticsearch',
    'ext-mongodb': 'MongoDB',
    'ext-mysqli': 'MySQL',
    'ext-pdo_mysql': 'MySQL',
    'ext-pdo_pgsql': 'PostgreSQL',
    'ext-pdo_sqlite': 'SQLite',
    'ext-pgsql': 'PostgreSQL',
    'ext-redis': 'Redis',
    'mongodb/laravel-mongodb': 'MongoDB',
    'mongodb/mongodb': 'MongoDB',
    'predis/predis': 'Redis',
  },
  infrastructure: {
    'aws/aws-sdk-php': 'AWS',
    'google/cloud*': 'Google Cloud',
    'laravel/vapor-*': 'AWS Lambda',
    'php-amqplib/php-amqplib': 'RabbitMQ',
  },
  aiProviders: {
    'anthropic-ai/*': 'Anthropic',
    'openai-php/*': 'OpenAI',
    'prism-php/prism': 'Prism',
  },
  buildTools: {
    'friendsofphp/php-cs-fixer': 'PHP CS Fixer',
    'laravel/pint': 'Pint',
    'pestphp/pest': 'Pest',
    'phpstan/phpstan': 'PHPStan',
    'phpunit/phpunit': 'PHPUnit',
    'vimeo/psalm': 'Psalm',
  },
};

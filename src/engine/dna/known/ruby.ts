import type { KnownNames } from './known.ts';

/** Ruby gems. */
export const RUBY_GEMS: KnownNames = {
  frameworks: {
    grape: 'Grape',
    hanami: 'Hanami',
    jekyll: 'Jekyll',
    rails: 'Ruby on Rails',
    roda: 'Roda',
    sidekiq: 'Sidekiq',
    sinatra: 'Sinatra',
  },
  databases: {
    elasticsearch: 'Elasticsearch',
    mongo: 'MongoDB',
    mongoid: 'MongoDB',
    mysql2: 'MySQL',
    neighbor: 'pgvector',
    pg: 'PostgreSQL',
    redis: 'Redis',
    sqlite3: 'SQLite',
    trilogy: 'MySQL',
  },
  infrastructure: {
    'aws-sdk*': 'AWS',
    bunny: 'RabbitMQ',
    'google-cloud-*': 'Google Cloud',
    kamal: 'Kamal',
    'ruby-kafka': 'Kafka',
  },
  aiProviders: {
    anthropic: 'Anthropic',
    langchainrb: 'LangChain',
    openai: 'OpenAI',
    'ruby-openai': 'OpenAI',
    ruby_llm: 'RubyLLM',
  },
  buildTools: {
    minitest: 'minitest',
    rake: 'Rake',
    rspec: 'RSpec',
    'rspec-rails': 'RSpec',
    rubocop: 'RuboCop',
  },
};

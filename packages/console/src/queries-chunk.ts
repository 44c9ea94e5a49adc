// Calls of the server and the types that visitors' pages show.
import '@tanstack/react-query';
import './api/use-change.ts';
import './features/accounts/opened-reset-link.ts';
import './features/articles/ArticleCards.tsx';
import './features/articles/article.queries.ts';
import './features/pricing/price-list.queries.ts';
import './layout/WithQueries.tsx';

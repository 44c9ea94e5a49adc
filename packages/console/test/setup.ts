// Before the component tests: the page is in English, as the console's own is, and has its styles.
import '../src/ui/theme.css';

document.documentElement.lang = 'en';

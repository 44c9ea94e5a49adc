/** The product's sign: an inner court with its arch. */
export function AtriumMark() {
  return (
    <svg aria-hidden="true" width={28} height={28} viewBox="0 0 32 32" fill="none">
      <rect x="1" y="1" width="30" height="30" rx="6" className="fill-nav-raised" />
      <path
        d="M7 25V7h18v18h-6v-5.500a3 3 0 0 0-6 0V25z"
        stroke="#7fd3c0"
        strokeWidth="2.400"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const line = 'var(--kho-colors-line-strong)'
const paper = 'var(--kho-colors-bg-raised)'
const shade = 'var(--kho-colors-bg-muted)'
const blue = 'var(--kho-colors-accent)'
const teal = 'var(--kho-colors-accent-teal)'

const cell = { width: 84, height: 64 }

/**
 * The cells of each shelf: d a drawer, b boxes, f a folder, p a picture, r rolls, o the open drawer; a space leaves a
 * cell empty.
 */
const shelves = ['dbd d', 'prdob', 'dfdbd', 'bdprd']

function Item({ kind }: { kind: string }) {
  if (kind === ' ' || kind === 'o') return null
  if (kind === 'b') {
    return (
      <>
        <rect x="14" y="26" width="30" height="30" rx="3" fill={shade} />
        <path d="M24 26v9h10v-9" />
        <rect x="48" y="36" width="22" height="20" rx="3" fill={paper} />
        <path d="M55 36v6h8v-6" />
      </>
    )
  }
  if (kind === 'f') {
    return (
      <>
        <path d="M18 22h16l5 6h27v28H18z" fill={shade} />
        <path d="M18 36h48" />
      </>
    )
  }
  if (kind === 'p') {
    return (
      <>
        <rect x="16" y="16" width="52" height="40" rx="3" fill={paper} />
        <path d="m20 50 14-16 10 11 7-7 13 12" stroke={teal} />
        <circle cx="54" cy="27" r="4" stroke={blue} />
      </>
    )
  }
  if (kind === 'r') {
    return (
      <>
        <circle cx="27" cy="45" r="11" fill={paper} />
        <circle cx="51" cy="45" r="11" fill={shade} />
        <circle cx="39" cy="26" r="11" fill={paper} />
        <path d="M27 45h.1M51 45h.1M39 26h.1" strokeWidth="5" />
      </>
    )
  }
  return (
    <>
      <rect x="6" y="7" width="72" height="50" rx="4" fill={paper} />
      <path d="M34 34h16" strokeWidth="3.5" />
      <path d="M30 20h24" opacity=".55" />
    </>
  )
}

/** The one open drawer, in front of everything, with sheets rising out of it. */
function OpenDrawer() {
  return (
    <>
      <rect x="6" y="7" width="72" height="50" rx="4" fill={shade} />
      <rect x="18" y="-14" width="30" height="40" rx="3" fill={paper} transform="rotate(-7 33 6)" />
      <rect x="36" y="-20" width="30" height="44" rx="3" fill={paper} transform="rotate(6 51 2)" />
      <path d="M44-8h14M44 0h14M25-2h12" stroke={teal} transform="rotate(3 44 0)" />
      <path d="M-4 22h92l-5 42a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4z" fill={paper} stroke={blue} strokeWidth="3" />
      <path d="M32 45h20" stroke={teal} strokeWidth="5" />
    </>
  )
}

/** The product's picture: a storehouse under a curved roof, every shelf in order, one drawer open. */
export function Storehouse() {
  const cells = shelves.flatMap((row, y) => [...row].map((kind, x) => ({ kind, x, y, key: `${x}-${y}` })))
  const at = (x: number, y: number) => `translate(${50 + x * cell.width} ${132 + y * cell.height})`
  return (
    <svg
      viewBox="0 0 520 440"
      width="100%"
      fill="none"
      stroke={line}
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ maxWidth: 620 }}
    >
      <ellipse cx="260" cy="412" rx="240" ry="14" fill={shade} stroke="none" />
      <path d="M50 132V92h420v40" fill={paper} />
      <path
        d="M12 92C104 84 190 52 236 16q24-16 48 0c46 36 132 68 224 76-24 12-60 16-88 16H100c-28 0-64-4-88-16z"
        fill={paper}
        stroke={blue}
        strokeWidth="4"
      />
      <path d="M96 92C160 80 214 56 246 32q14-8 28 0c32 24 86 48 150 60" opacity=".6" />
      <circle cx="260" cy="68" r="13" stroke={teal} strokeWidth="3" fill={paper} />
      <circle cx="260" cy="68" r="4" fill={teal} stroke="none" />
      <rect x="42" y="108" width="436" height="24" fill={shade} />
      <rect x="50" y="132" width="420" height="256" fill={paper} />
      {[1, 2, 3].map(y => (
        <path key={y} d={`M50 ${132 + y * cell.height}h420`} />
      ))}
      {[1, 2, 3, 4].map(x => (
        <path key={x} d={`M${50 + x * cell.width} 132v256`} />
      ))}
      {cells.map(({ kind, x, y, key }) => (
        <g key={key} transform={at(x, y)}>
          <Item kind={kind} />
        </g>
      ))}
      <rect x="34" y="388" width="452" height="18" rx="3" fill={shade} />
      {cells
        .filter(({ kind }) => kind === 'o')
        .map(({ x, y, key }) => (
          <g key={key} transform={at(x, y)}>
            <OpenDrawer />
          </g>
        ))}
    </svg>
  )
}

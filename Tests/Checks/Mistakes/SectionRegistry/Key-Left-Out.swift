// A record has no key.
// Write `key:` behind the kind.
import SectionRegistry

#record("page") { "Checkout" }
// 15: error: missing argument for parameter 'key' in macro expansion

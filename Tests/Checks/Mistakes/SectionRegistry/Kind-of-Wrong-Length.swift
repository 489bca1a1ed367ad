// A kind has more than four characters.
import SectionRegistry

#record("pages", key: "checkout") { "Checkout" }
// 9: error: 'pages' is not a record kind: write exactly four printable ASCII characters, as in "evnt"
//   (from macro 'record')

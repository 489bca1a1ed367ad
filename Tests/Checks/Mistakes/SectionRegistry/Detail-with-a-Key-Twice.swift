// The detail has a key twice.
import SectionRegistry

#record("page", key: "checkout", detail: ["icon": "book", "icon": "cart"]) { "Checkout" }
// 59: error: the key 'icon' is already in 'detail'; rename or remove one of them (from macro
//   'record')

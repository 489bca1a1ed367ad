// The key is put together of several literals.
import SectionRegistry

#record("page", key: "shop." + "checkout") { "Checkout" }
// 22: error: 'key' must be one string literal, because it is read when the program is compiled;
//   '"shop." + "checkout"' is not (from macro 'record')
// 22: note: replace it with '"shop.checkout"'

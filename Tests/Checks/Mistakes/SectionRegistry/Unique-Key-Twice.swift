// Two records have one key, which is to be unique.
// Rename one of them. (In two modules, the same is an error of the linker.)
import SectionRegistry

#record("page", key: "checkout", unique: true) { "Checkout" }
#record("page", key: "checkout", unique: true) { "Cashier" }
// error in the expansion: multiple definitions of symbol 'modkit$page$checkout'

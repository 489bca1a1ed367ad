// The call of a URL is used without looking whether the text is a URL.
// Write `Khala(str: …)?.call()`, which is `nil` if the text is no URL.
import Khala

let count = Khala(str: "kl://Catalog/count").call()
// 44: error: value of optional type 'Khala?' must be unwrapped to refer to member 'call' of wrapped
//   base type 'Khala'
// 44: note: chain the optional using '?' to access member 'call' only for non-'nil' base values
// 44: note: force-unwrap using '!' to abort execution if the optional value contains 'nil'

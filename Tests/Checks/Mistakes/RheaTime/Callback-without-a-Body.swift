// `#rhea` has no closure.
// Write what happens behind the parentheses: `#rhea(time: .premain) { … }`.
import RheaTime

#rhea(time: .premain)
// 21: error: missing argument for parameter 'func' in macro expansion

// `#premain` is written as an attribute.
// Write `#premain(func: start)`, at file scope or in a type.
import RheaTime

@premain
// 2: error: unknown attribute 'premain'
func start() {}

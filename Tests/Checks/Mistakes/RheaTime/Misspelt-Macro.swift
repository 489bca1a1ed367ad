// The name of a macro is misspelled.
// Write `#appDidFinishLaunching`.
import RheaTime

#didFinishLaunching { print("here") }
// 2: error: no macro named 'didFinishLaunching'

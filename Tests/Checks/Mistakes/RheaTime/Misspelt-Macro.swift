// The name of a macro is misspelt.
// Write `#appDidFinishLaunching`.
import RheaTime

#didFinishLaunching { print("here") }
// 2: error: no macro named 'didFinishLaunching'

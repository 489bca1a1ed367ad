// RheaTime is not imported.
// Write `import RheaTime`.
#premain { print("early") }
// 2: error: no macro named 'premain'

// A callback uses a name that does not exist.
// Import the module that has it, or correct the name.
import RheaTime

#rhea(time: .premain) { prepareKeychain() }
// 25: error: cannot find 'prepareKeychain' in scope

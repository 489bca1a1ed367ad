// Two tasks have one name.
// Rename one of them. (In two modules, the same is an error of the linker.)
import TaskKit

#task("LoadFeed", on: .didFinishLaunching) { print("loading") }
#task("LoadFeed", on: .idle) { print("loading again") }
// error in the expansion: multiple definitions of symbol 'modkit$task$LoadFeed'

// Two tasks with different triggers have one name.
// Rename one of them: tasks share their names, whatever makes them run.
import TaskKit

#task("LoadFeed", on: .didFinishLaunching) { print("loading") }
#timer("LoadFeed", every: 60) { print("loading again") }
// error in the expansion: multiple definitions of symbol 'modkit$task$LoadFeed'

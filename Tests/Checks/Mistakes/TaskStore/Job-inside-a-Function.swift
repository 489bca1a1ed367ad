// A job is declared inside a function.
import TaskStore

func prepare() {
  #job("print") { (page: Int) in print(page) }
  // 3: error: a job cannot be declared inside a function, because it is part of the binary and not
  //   of a call; move it to file scope or into a type, or add the job when the program runs, with
  //   'TaskManager.shared.jobs.handle(…)' (from macro 'job')
}

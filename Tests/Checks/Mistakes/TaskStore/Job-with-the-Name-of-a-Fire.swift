// The name of a job belongs to the fires of schedules.
import TaskStore

#job("schedule:print") { (page: Int) in print(page) }

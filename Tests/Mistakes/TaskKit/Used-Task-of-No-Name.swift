// A task that the module uses has an empty name.
import TaskKit

#uses(task: "")

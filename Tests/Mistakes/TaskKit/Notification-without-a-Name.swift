// The name of a notification is empty.
import TaskKit

#notification("count", "") { print("counting") }
// 24: error: a notification needs a name, under which it is posted (from macro 'notification')
// 24: note: replace it with '"<#key#>"'

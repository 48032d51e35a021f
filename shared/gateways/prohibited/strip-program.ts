import { testLabels } from '../registry.ts';
import { FORMAT_WORDS, type Rule, rulesComparing, TOKEN_NAME, WORDS } from './prohibited.ts';
import { stripChannelsCommand, stripCommand } from './strip-command.ts';

const json = JSON.stringify;

const kindOf = ({ kind, name }: Rule): string => (name === TOKEN_NAME ? name : kind);
const comparing = (compares: Rule['compares']) =>
  rulesComparing(compares).map(([name, rule]) => [name, kindOf(rule)] as const);
const byEnding = Map.groupBy(comparing('ending'), ([ending]) => ending.at(-1));

/**
 * Program of the strip command. It collects the names in the export first and compares only those with the table: an
 * export has a few dozen names and millions of keys. Then it rebuilds everything in one pass.
 */
export const stripProgram = `# Removes prompts, replies, credentials and personal data from an export:
#   ${stripCommand}
#   ${stripChannelsCommand}
# Needs jq 1.6 or newer. Generated from the table of names that the service refuses.

# Rules by full name, by last word, and by ending. Endings are grouped by their last letter.
def by_name: ${json(Object.fromEntries(comparing('name')))};
def by_word: ${json(Object.fromEntries(comparing('word')))};
def by_ending: ${json(Object.fromEntries(byEnding))};
def written: ${json(FORMAT_WORDS)};
def test_labels: ${json(testLabels)};

def in_singular:
  if endswith("s") then ., .[:-1], .[:-2], (if endswith("ies") then .[:-3] + "y" else empty end) else . end;

# Finds the rule for a name. Case, separators and plural do not matter.
def rule($channels; $by_name; $by_word; $by_ending):
  [scan(${json(WORDS.source)}) | ascii_downcase] as $words
  | first(
      ($words, ($words | until(length < 2 or (.[-1] | IN(written[]) | not); .[:-1])))
      | [add // "" | in_singular] as $forms
      | [.[-1] // "" | in_singular] as $lasts
      | range($forms | length) as $i
      | $forms[$i] as $form
      | $by_name[$form]
        // first($by_ending[$form[-1:]][]? | . as [$ending, $kind] | select($form | endswith($ending)) | $kind)
        // $by_word[$lasts[$i]]
        // empty
      | select($channels or (IN("channel", "address") | not)))
  | select(. != "harmless");

def nothing: . == null or . == "" or . == {} or . == [] or . == "{}" or . == "[]" or . == "null";
def numeric: type == "number" or type == "boolean" or (type == "string" and test("^-?[0-9]+([.][0-9]+)?$"));

# Whether a value may contain objects: objects, arrays and JSON texts of them, also after blanks, which sort before "!".
def nested:
  if type == "string" then startswith("{") or startswith("[") or startswith("\\"") or (. < "!" and . != "")
  else type == "object" or type == "array" end;
# Parses JSON text of an object or array; null for other texts. Inside an array, because in jq 1.6 a try also catches later errors.
def opened: [try fromjson catch null][0] | if nested then . else null end;
def count:
  if type == "string" then nothing or test("^-?[0-9][0-9., ]*$")
  elif type == "object" or type == "array" then all(.[]; count)
  else true end;

# Whether a value is removed. Values that disclose nothing stay.
def goes($rule):
  if . == null then false
  elif $rule == "needless" then true
  elif $rule == "token_name" then IN(test_labels[]) | not
  elif type == "boolean" or nothing then false
  elif $rule == "content" then numeric | not
  elif $rule == "token" then count | not
  else true end;

def objects_within:
  if type == "object" then ., (.[] | select(nested) | objects_within)
  elif type == "array" then .[] | select(nested) | objects_within
  else opened | select(. != null) | objects_within end;

# Removes the fields. A channel within a row follows the rules of a channel list.
def strip($rules; $of_channel):
  if type == "object" then
    . as $object
    | [$rules[] | select($object[.name] as $value | .rule as $rule | $value | goes($rule)) | [.name]] as $gone
    | if $gone == [] then . else delpaths($gone) end
    | reduce (keys_unsorted[] | select($object[.] | nested)) as $name (.;
        .[$name] = ($object[$name] | strip(if $name == "channel" then $of_channel else $rules end; $of_channel)))
  elif type == "array" then map(if nested then strip($rules; $of_channel) else . end)
  else
    opened as $inside
    | ($inside | if . == null then . else strip($rules; $of_channel) end) as $left
    | if $left == $inside then . else $left | tojson end
  end;

(reduce objects_within as $object ({}; . + $object) | keys_unsorted) as $names
| by_name as $by_name | by_word as $by_word | by_ending as $by_ending
| def rules($channels): [$names[] | {name: ., rule: rule($channels; $by_name; $by_word; $by_ending)}];
  rules(true) as $of_channel
| strip(if $ARGS.named.of == "channels" then $of_channel else rules(false) end; $of_channel)
`;
